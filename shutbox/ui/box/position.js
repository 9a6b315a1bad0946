// The position editor: the box, but tiles are opened and shut freely, and dice are turned by hand.
// No rule of the game stands here: Python sends the numbers of dice that every position allows, and
// checks whatever comes back.

import { drawDie, isDark, join, say, tileOf, write } from "./box.js";

const PARTS = "prompt tiles tray dice faces total count all".split(" ");
const RESEND_MS = 1500;
const MOST_IN_A_ROW = 12;
const HIGHEST_DRAWN_FACE = 6;

const counts = (s) => s.data.tables.fewer[join(s.open)] ?? s.data.tables.counts;
const sumOf = (numbers) => numbers.reduce((a, b) => a + b, 0);

// ---- what a tap does ----

function changed(s) {
  if (s.dice && !counts(s).includes(s.dice.length)) turnTo(s, counts(s)[0]);
  s.number += 1;
  send(s);
  draw(s);
}

const send = (s) => s.trigger("position", { open: s.open, dice: s.dice, number: s.number });

function toggle(s, tile) {
  if (!s.data.tables.start.includes(tile)) return draw(s);
  const isOpen = s.open.includes(tile);
  s.open = isOpen ? s.open.filter((k) => k !== tile) : [...s.open, tile].sort((a, b) => a - b);
  changed(s);
}

// The dice that are put away keep their faces.
function turnTo(s, count) {
  s.faces = [...s.dice, ...s.faces.slice(s.dice.length)];
  s.dice = [...Array(count).keys()].map((n) => s.faces[n] ?? 1);
}

function turnDie(s, place, face) {
  const { sides } = s.data.tables;
  s.dice = s.dice.map((old, n) => (n === place ? ((face - 1 + sides) % sides) + 1 : old));
  changed(s);
}

function act(s, button) {
  if (button === s.parts.all) s.open = [...s.data.tables.start];
  else turnTo(s, counts(s).find((count) => count !== s.dice.length));
  changed(s);
}

// ---- drawing ----

function drawTiles(s) {
  const { tiles, start } = s.data.tables;
  if (s.tilesDrawn !== join(tiles)) {
    s.tilesDrawn = join(tiles);
    s.parts.tiles.replaceChildren(
      ...tiles.map((tile) => {
        const button = document.createElement("button");
        button.type = "button";
        button.dataset.tile = tile;
        for (const part of ["lying", "flap"]) {
          button.append(Object.assign(document.createElement("span"), { className: part }));
          button.lastChild.textContent = tile;
        }
        return button;
      }),
    );
    s.parts.root.classList.toggle("large", tiles.length > MOST_IN_A_ROW);
    const half = Math.ceil(tiles.length / 2);
    s.parts.root.style.setProperty("--columns", half);
    s.parts.root.style.setProperty("--middle-columns", tiles.length > 9 ? half : tiles.length);
    s.parts.root.style.setProperty("--wide-columns", tiles.length);
  }
  for (const button of s.parts.tiles.children) {
    const tile = Number(button.dataset.tile);
    const isOpen = s.open.includes(tile);
    button.className = `tile ${isOpen ? "open" : "shut"}`;
    button.tabIndex = tile === (s.stop ?? tiles[0]) ? 0 : -1;
    button.ariaPressed = String(isOpen);
    button.ariaDisabled = String(!start.includes(tile));
    button.ariaLabel = say(s, isOpen ? "tileopen" : "tileshut", { tile });
  }
}

const dieName = (s, face, place) =>
  say(s, s.dice.length === 2 ? ["red", "blue"][place] : "die", { face });

// A die with pips is a button that turns it; one with more sides is a list of its faces.
function newDie(s, place) {
  if (s.data.tables.sides <= HIGHEST_DRAWN_FACE) {
    const button = document.createElement("button");
    return Object.assign(button, { type: "button", className: "turn" });
  }
  const list = Object.assign(document.createElement("select"), { className: "turn" });
  for (let face = 1; face <= s.data.tables.sides; face += 1) list.add(new Option(face, face));
  list.onchange = () => turnDie(s, place, Number(list.value));
  return list;
}

function drawDice(s) {
  s.parts.tray.hidden = s.dice === null;
  if (!s.dice) return;
  const colours = s.dice.length === 2 ? ["red", "blue"] : [];
  const signature = `${s.dice.length} ${s.data.tables.sides}`;
  if (s.diceDrawn !== signature) {
    s.diceDrawn = signature;
    s.parts.faces.replaceChildren(...s.dice.map((_, place) => newDie(s, place)));
    s.parts.faces.style.setProperty("--in-a-row", Math.min(s.dice.length, 5));
  }
  [...s.parts.faces.children].forEach((node, place) => {
    const face = s.dice[place];
    node.dataset.die = place;
    node.ariaLabel = dieName(s, face, place);
    if (node.localName === "select") node.value = face;
    else node.replaceChildren(drawDie(s, [face], colours[place]));
  });
  write(s.parts.total, `= ${sumOf(s.dice)}`);
}

function draw(s) {
  const { root, prompt, count, all } = s.parts;
  const background = getComputedStyle(root).getPropertyValue("--st-background-color");
  root.dataset.theme = isDark(background) ? "dark" : "light";
  root.ariaLabel = say(s, "editor");
  s.parts.tiles.ariaLabel = say(s, "tiles");
  s.parts.dice.ariaLabel = say(s, "dice");
  drawTiles(s);
  drawDice(s);
  const other = s.dice && counts(s).find((number) => number !== s.dice.length);
  if (!other && count.matches(":focus")) all.focus();
  count.hidden = !other;
  write(count, other ? say(s, other === 1 ? "one" : "every") : "");
  write(all, say(s, "all"));
  all.ariaDisabled = String(s.open.length === s.data.tables.start.length);
  const here = { count: s.open.length, sum: sumOf(s.open) };
  const tiles = say(s, here.count === 0 ? "none" : "open", here);
  write(prompt, s.dice ? `${tiles} ${say(s, "rolled", { total: sumOf(s.dice) })}` : tiles);
}

// ---- keys: arrows walk along the tiles and turn the dice, digits open, shut and turn ----

function onKey(s, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
  // Streamlit listens for single keys on the page; none of ours may reach it.
  event.stopPropagation();
  if (event.target.localName === "select") return;
  const die = event.target.closest(".turn");
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowUp: 1, ArrowDown: -1 }[event.key];
  const digit = tileOf(event);
  if (die) {
    const place = Number(die.dataset.die);
    const face = step ? s.dice[place] + step : digit;
    if (face === undefined || (!step && face > s.data.tables.sides)) return;
    turnDie(s, place, face);
  } else if (step && event.target.closest(".tile")) {
    const { tiles } = s.data.tables;
    const by = /Right|Left/.test(event.key) ? step : -step;
    s.stop = tiles[(tiles.indexOf(s.stop ?? tiles[0]) + by + tiles.length) % tiles.length];
    draw(s);
    s.parts.tiles.querySelector("[tabindex='0']").focus();
  } else if (digit !== undefined && s.data.tables.tiles.includes(digit)) toggle(s, digit);
  else return;
  event.preventDefault();
}

// ---- the component: called again whenever data or theme change, always on the same node ----

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".shutbox");
  const s = (root.shutbox ??= { faces: [], number: data.number });
  s.trigger = setTriggerValue;
  if (!s.parts) {
    s.parts = { root };
    for (const name of PARTS) s.parts[name] = root.querySelector(`.${name}`);
    root.onclick = (event) => {
      const tile = event.target.closest(".tile");
      const die = event.target.closest("button.turn");
      const tool = event.target.closest(".tool");
      if (tile) {
        s.stop = Number(tile.dataset.tile);
        toggle(s, s.stop);
      } else if (die) turnDie(s, Number(die.dataset.die), s.dice[Number(die.dataset.die)] + 1);
      else if (tool && tool.ariaDisabled !== "true") act(s, tool);
    };
    root.onkeydown = (event) => onKey(s, event);
  }
  const isOtherBox = s.data && join(s.data.tables.tiles) !== join(data.tables.tiles);
  s.data = data;
  // An answer to an older tap takes nothing back.
  if (data.number >= s.number || isOtherBox || !s.open) {
    s.number = Math.max(s.number, data.number);
    s.open = data.open;
    s.dice = data.dice;
  }
  if (!data.tables.tiles.includes(s.stop)) s.stop = undefined;
  draw(s);
  clearInterval(s.timer);
  s.timer = setInterval(() => s.data.number < s.number && send(s), RESEND_MS);
  return () => clearInterval(s.timer);
}
