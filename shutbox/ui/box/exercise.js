// An exercise: shown as Python describes it, answered with a number pad or the tiles of the box.
// Whether an answer is right is Python's to say; here it is only collected, kept and sent.

import {
  changeSound,
  digitOf,
  drawCommonTools,
  drawDie,
  drawDots,
  hasSound,
  isDark,
  isStill,
  join,
  readAloud,
  say,
  tileOf,
  unpacked,
  write,
} from "./box.js";
import { chord, clack, wake } from "./sound.js";

const PARTS =
  "marks origin prompt picture dice faces fields tiles sum typed listed digits main other undo reply helps helper offline sound aloud keyhelp keys".split(
    " ",
  );
const RESEND_MS = 1500;
const LONGEST_RESEND_MS = 8000;
const OFFLINE_MS = 4000;
const PAD = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
const PAD_COLUMNS = 5;
const MOST_LISTED = 20;
const RESTORE_MS = 6000;

const set = (tiles) => tiles.join(" + ");
const isRight = (s) => Boolean(s.data.reply?.isRight);
const isEnd = (s) => s.data.kind === "end";
const takesTiles = (s) => s.data.kind === "tiles";
const fieldCount = (s) => s.data.equation.filter((piece) => piece === null).length;

// ---- the answer ----

// What would be sent now, or undefined where there is nothing yet.
function answer(s) {
  if (takesTiles(s)) {
    if (!s.data.lists) return s.chosen.length > 0 ? s.chosen : undefined;
    const sets = s.chosen.length > 0 ? [...s.list, s.chosen] : s.list;
    return sets.length > 0 ? sets : undefined;
  }
  const numbers = s.fields.filter((text) => text !== "").map(Number);
  if (s.data.isOneNumber) return numbers[0];
  return numbers.length > 0 ? numbers : undefined;
}

// An answer that was sent before stands in its fields again, for instance after a reload.
function putBack(s, given) {
  if (!takesTiles(s)) [given].flat().forEach((number, n) => (s.fields[n] = String(number)));
  else if (s.data.lists) s.list = given.filter((tiles) => tiles.length > 0);
  else s.chosen = [...given];
}

const isUntouched = (s) =>
  s.chosen.length + s.list.length === 0 && s.fields.every((text) => text === "");

function begin(s) {
  s.id = s.data.id;
  s.fields = isEnd(s) || takesTiles(s) ? [] : Array(fieldCount(s)).fill("");
  Object.assign(s, { active: 0, chosen: [], list: [], stop: undefined, stale: false, message: "" });
  s.told = 0;
}

function type(s, digit) {
  if (isRight(s) || takesTiles(s)) return;
  if (s.stale) s.fields[s.active] = "";
  s.stale = false;
  s.message = "";
  const typed = s.fields[s.active];
  const isFull = typed.length >= s.data.digits;
  s.fields[s.active] = isFull ? digit : String(Number(typed + digit));
  const next = s.fields.indexOf("", s.active + 1);
  if (s.fields[s.active].length === s.data.digits && next > 0) s.active = next;
}

function toggle(s, tile) {
  if (isRight(s)) return;
  s.message = "";
  s.chosen = s.chosen.includes(tile) ? s.chosen.filter((k) => k !== tile) : [...s.chosen, tile];
}

function undo(s) {
  if (isRight(s)) return;
  s.message = "";
  if (takesTiles(s)) {
    if (s.chosen.length > 0) s.chosen = s.chosen.slice(0, -1);
    else s.list = s.list.slice(0, -1);
    return;
  }
  if (s.fields[s.active] === "" && s.active > 0) s.active -= 1;
  s.fields[s.active] = s.stale ? "" : s.fields[s.active].slice(0, -1);
  s.stale = false;
}

function addToList(s) {
  if (s.chosen.length === 0 || s.list.length >= MOST_LISTED) return;
  s.list = [...s.list, s.chosen];
  s.chosen = [];
}

// ---- what the buttons do ----

const isWaiting = (s) => Boolean(s.waiting) && s.waiting.id === s.id;

function main(s, event) {
  // Check and Next have the same place: the second half of a double tap must not press the next one.
  if (isWaiting(s) || event.detail > 1) return;
  if (isEnd(s)) return send(s, "again");
  if (isRight(s)) return goOn(s);
  const given = answer(s);
  if (given === undefined) s.message = takesTiles(s) ? s.data.nothing : say(s, "typefirst");
  else send(s, "check", given);
}

// The next exercise is here already; Python hears of it meanwhile.
function goOn(s) {
  send(s, "next");
  if (!s.data.following) return;
  s.left = s.data.id;
  s.data = { ...s.data, ...s.data.following };
  begin(s);
  show(s, s.parts.prompt);
}

function other(s) {
  if (s.data.lists) addToList(s);
  else if (!isWaiting(s)) send(s, "check", []);
}

// ---- Python: sent again until its answer says that it was heard ----

function send(s, kind, given) {
  s.message = "";
  s.number += 1;
  const message = { id: s.id, number: s.number, kind };
  s.waiting = given === undefined ? message : { ...message, answer: given };
  s.sent = { at: Date.now(), wait: RESEND_MS };
  s.unheard = Date.now();
  s.trigger("message", s.waiting);
}

function resend(s) {
  if (!s.waiting || Date.now() - s.sent.at < s.sent.wait) return;
  s.sent = { at: Date.now(), wait: Math.min(2 * s.sent.wait, LONGEST_RESEND_MS) };
  // A server that was started anew takes nothing from a part of the page that it does not know.
  window.shutboxRerun?.();
  s.trigger("message", s.waiting);
}

// A server that was started anew begins with another round, until it has heard of the one that this
// tab has kept. What is shown here stays meanwhile, with all that was typed.
function isOfNewSession(s, data) {
  if (!s.id || data.id === s.id || data.heard > 0 || s.number === 0) {
    s.pending = null;
    return false;
  }
  s.pending ??= { until: Date.now() + RESTORE_MS };
  s.pending.data = data;
  return Date.now() < s.pending.until;
}

// Says whether a reply came.
function receive(s, data) {
  if (isOfNewSession(s, data)) return false;
  s.number = Math.max(s.number, data.heard);
  if (data.heard >= s.number) s.waiting = s.unheard = null;
  // An answer to something older takes back nothing that is shown here.
  if (s.waiting && data.id === s.left) return false;
  const isOther = s.id !== data.id;
  s.data = data;
  if (isOther) begin(s);
  if (isOther && s.greeted) show(s, s.parts.prompt);
  const tries = data.reply?.try ?? 0;
  if (tries <= s.told) return false;
  if (isUntouched(s)) putBack(s, data.reply.answer);
  s.told = tries;
  s.stale = !data.reply.isRight;
  return s.greeted;
}

function sounds(s, isNews) {
  if (!isNews || !isRight(s) || !hasSound(s)) return;
  const { tiles } = s.data.tables;
  if (takesTiles(s)) clack(s.data.lists ? [] : s.chosen, tiles, 0);
  if (s.data.marks.length === s.data.count) chord(0.3);
}

// ---- drawing ----

function button(className, dataset) {
  const node = Object.assign(document.createElement("button"), { type: "button", className });
  Object.assign(node.dataset, dataset);
  return node;
}

// Draws the children of a part anew only if what they show has changed, so that focus stays.
function redraw(part, signature, draw) {
  if (part.dataset.drawn === signature) return;
  part.dataset.drawn = signature;
  part.replaceChildren(...draw());
}

function drawPicture(img, picture) {
  img.hidden = !picture;
  if (!picture) return img.removeAttribute("src");
  if (img.getAttribute("src") !== picture.source) img.src = picture.source;
  img.alt = picture.alt;
}

function drawMarks(s) {
  const { marks, count, told } = s.data;
  write(s.parts.origin, s.data.origin);
  s.parts.marks.ariaLabel = told;
  redraw(s.parts.marks, `${marks} ${count}`, () =>
    [...Array(count).keys()].map((n) => {
      const item = document.createElement("span");
      item.className = marks[n] ?? (n === marks.length ? "here" : "");
      item.textContent = { star: "★", solved: "✓" }[marks[n]] ?? "";
      return item;
    }),
  );
}

function drawShown(s) {
  const { dice, picture } = s.data;
  drawPicture(s.parts.picture, picture);
  s.parts.dice.hidden = !dice;
  if (!dice) return;
  const colours = dice.length === 2 ? ["red", "blue"] : [];
  redraw(s.parts.faces, `${s.id} ${dice} ${s.data.settings.dice}`, () =>
    dice.map((face, n) => drawDie(s, [face], colours[n])),
  );
  s.parts.faces.style.setProperty("--in-a-row", dice.length);
  const names = dice.map((face, n) => say(s, colours[n] ?? "die", { face }));
  s.parts.dice.ariaLabel = names.join(", ");
}

function drawFields(s) {
  const { fields } = s.parts;
  fields.hidden = isEnd(s) || takesTiles(s);
  s.parts.digits.hidden = fields.hidden;
  if (fields.hidden) return;
  fields.ariaLabel = say(s, "fields");
  let place = 0;
  redraw(fields, `${s.id} ${join(s.data.equation)}`, () =>
    s.data.equation.map((piece) => {
      if (piece === null) return button("field", { place: place++ });
      const span = document.createElement("span");
      span.className = /^\d+$/.test(piece) ? "number" : "sign";
      span.textContent = piece;
      return span;
    }),
  );
  for (const field of fields.querySelectorAll(".field")) {
    const n = Number(field.dataset.place);
    const number = s.fields[n];
    const name = s.fields.length > 1 ? "part" : "field";
    field.classList.toggle("active", n === s.active && !isRight(s));
    field.classList.toggle("right", isRight(s));
    field.ariaLabel = say(s, number === "" ? `${name}empty` : name, { place: n + 1, number });
    field.ariaCurrent = n === s.active && s.fields.length > 1 ? "true" : null;
    write(field, number === "" ? "?" : number);
  }
  redraw(s.parts.digits, "pad", () =>
    PAD.map((digit, n) => {
      const key = button("digit", { digit, stop: n });
      key.textContent = digit;
      return key;
    }),
  );
  s.parts.digits.ariaLabel = say(s, "digits");
  for (const key of s.parts.digits.children) {
    key.tabIndex = Number(key.dataset.stop) === (s.padStop ?? 0) ? 0 : -1;
    key.ariaDisabled = String(isRight(s));
  }
}

function drawTiles(s) {
  const { tiles: part } = s.parts;
  const { open } = s.data;
  part.hidden = isEnd(s) || open.length === 0;
  if (part.hidden) return;
  const { tiles } = s.data.tables;
  part.ariaLabel = say(s, "tiles");
  redraw(part, join(tiles), () =>
    tiles.map((tile, n) => {
      const node = button("tile", { tile });
      node.style.setProperty("--n", n);
      for (const className of ["lying", "flap"]) {
        node.append(Object.assign(document.createElement("span"), { className }));
        node.lastChild.textContent = tile;
      }
      return node;
    }),
  );
  s.parts.root.style.setProperty("--columns", Math.ceil(tiles.length / 2));
  s.parts.root.style.setProperty("--wide-columns", tiles.length);
  const falls = isRight(s) && takesTiles(s) && !s.data.lists;
  for (const node of part.children) {
    const tile = Number(node.dataset.tile);
    const isChosen = s.chosen.includes(tile);
    const isOpen = open.includes(tile) && !(falls && isChosen);
    node.className = `tile ${isOpen ? "open" : "shut"}${isChosen && !falls ? " chosen" : ""}`;
    node.tabIndex = takesTiles(s) && tile === (s.stop ?? tiles[0]) ? 0 : -1;
    node.ariaPressed = takesTiles(s) ? String(isChosen) : null;
    node.ariaDisabled = String(!takesTiles(s) || isRight(s));
    node.ariaLabel = say(s, open.includes(tile) ? "tileopen" : "tileshut", { tile });
  }
  drawDots(s);
}

function drawList(s) {
  const { sum, listed } = s.parts;
  sum.hidden = isEnd(s) || !takesTiles(s);
  write(sum, s.chosen.length > 0 ? set(s.chosen) : "");
  listed.hidden = !isEnd(s) && !s.data.lists;
  if (listed.hidden) return;
  if (isEnd(s)) return drawSolved(s);
  listed.ariaLabel = say(s, "listed");
  redraw(listed, `${s.id} ${s.list.map(join)} ${isRight(s)}`, () =>
    s.list.map((tiles, n) => {
      const item = document.createElement("li");
      const off = button("takeoff", { place: n });
      off.textContent = isRight(s) ? set(tiles) : `${set(tiles)} ×`;
      off.ariaLabel = isRight(s) ? set(tiles) : say(s, "takeoff", { set: set(tiles) });
      off.disabled = isRight(s);
      item.append(off);
      return item;
    }),
  );
}

// At the end of a round stands what was solved in it.
function drawSolved(s) {
  s.parts.listed.ariaLabel = say(s, "solvedsums");
  redraw(s.parts.listed, `${s.id} ${s.data.sums}`, () =>
    s.data.sums.map((sum) => {
      const item = Object.assign(document.createElement("li"), { className: "solved" });
      item.textContent = sum;
      return item;
    }),
  );
}

function drawActions(s) {
  const { main: first, other: second, undo: back } = s.parts;
  write(first, isEnd(s) ? s.data.again : say(s, isRight(s) ? "next" : "check"));
  first.ariaDisabled = String(isWaiting(s));
  const more = isEnd(s) || isRight(s) ? "" : s.data.lists ? "add" : s.data.mayBeNone ? "none" : "";
  if (!more && second.matches(":focus")) first.focus();
  second.hidden = !more;
  if (more) write(second, say(s, more));
  second.ariaDisabled = String(more === "add" && s.chosen.length === 0);
  back.hidden = isEnd(s) || isRight(s);
  back.ariaLabel = back.title = say(s, "undo");
  back.ariaDisabled = String(isUntouched(s));
}

const verdict = (s, { isRight: isSolved, isStar, try: number }) =>
  isSolved ? say(s, isStar ? "star" : "solved") : say(s, "try", { number });

// What a screen reader says of what is typed or chosen.
function drawTyped(s) {
  const sets = [...s.list, s.chosen].filter((tiles) => tiles.length > 0).map(set);
  const typed = takesTiles(s)
    ? sets.join(", ")
    : (s.parts.fields.querySelectorAll(".field")[s.active]?.ariaLabel ?? "");
  write(s.parts.typed, isEnd(s) || isRight(s) || isUntouched(s) ? "" : typed);
}

function drawTold(s) {
  const { reply, helps, helper } = s.parts;
  const told = isEnd(s) ? null : s.data.reply;
  const text = s.message || told?.text || "";
  reply.className = `reply ${s.message || !told ? "" : told.isRight ? "right" : "wrong"}`;
  write(reply.querySelector(".verdict"), told && !s.message ? verdict(s, told) : "");
  write(reply.querySelector(".words"), text);
  drawPicture(reply.querySelector("img"), s.message ? null : told?.picture);
  const steps = isEnd(s) || isRight(s) ? [] : s.data.helps;
  redraw(helps, `${s.id} ${steps.map((step) => step.text)}`, () =>
    steps.flatMap(({ text: words, picture }, n) => {
      const p = document.createElement("p");
      p.textContent = words;
      if (!picture || n < steps.length - 1) return [p];
      const img = document.createElement("img");
      drawPicture(img, picture);
      return [p, img];
    }),
  );
  const mayHelp = !isEnd(s) && !isRight(s) && s.data.helpIsLeft;
  if (!mayHelp && helper.matches(":focus")) s.parts.main.focus();
  helper.hidden = !mayHelp;
  if (mayHelp) write(helper, say(s, steps.length > 0 ? "morehelp" : "help"));
}

function drawTools(s) {
  drawCommonTools(s);
  const typed = s.data.settings.keys === "off" ? [] : [takesTiles(s) ? "keytiles" : "keydigits"];
  const enters = s.data.lists ? ["keyadd", "keyenter"] : ["keyenter"];
  const names = [...typed, ...enters, "keyundo", "keyarrows", "keypress"];
  redraw(s.parts.keys, `${s.fixed.length} ${names}`, () =>
    names.map((name) =>
      Object.assign(document.createElement("li"), { textContent: say(s, name) }),
    ),
  );
}

function draw(s) {
  const { root, prompt, offline } = s.parts;
  const background = getComputedStyle(root).getPropertyValue("--st-background-color");
  root.dataset.theme = isDark(background) ? "dark" : "light";
  root.dataset.hand = s.data.settings.hand === "left" ? "left" : "right";
  root.classList.toggle("still", s.data.settings.motion === "off");
  root.classList.toggle("ended", isEnd(s));
  root.ariaLabel = say(s, "exercise");
  write(prompt, s.data.question);
  drawMarks(s);
  drawShown(s);
  drawFields(s);
  drawTiles(s);
  drawList(s);
  drawActions(s);
  drawTyped(s);
  drawTold(s);
  drawTools(s);
  const isOff = s.unheard && Date.now() - s.unheard > OFFLINE_MS;
  write(offline, isOff ? say(s, "offline") : "");
}

// On a phone, what is said stands below the buttons.
function show(s, part) {
  part.scrollIntoView({ block: "nearest", behavior: isStill(s) ? "auto" : "smooth" });
}

// What is read aloud: the question, and below it what was said last.
function spoken(s) {
  const { prompt, reply, helps } = s.parts;
  const told = isRight(s) ? [] : [...helps.querySelectorAll("p")].slice(-1);
  return [prompt, reply.querySelector(".words"), ...told].map((part) => part.textContent).join(" ");
}

// ---- taps and keys ----

function onClick(s, event) {
  const near = (name) => event.target.closest(`.${name}`);
  const tool = near("tool");
  if (near("tile") && takesTiles(s)) {
    s.stop = Number(near("tile").dataset.tile);
    toggle(s, s.stop);
  } else if (near("digit")) type(s, near("digit").dataset.digit);
  else if (near("field")) {
    s.active = Number(near("field").dataset.place);
    s.stale = s.stale && s.fields[s.active] !== "";
  } else if (near("takeoff")) {
    s.list = s.list.filter((_, n) => n !== Number(near("takeoff").dataset.place));
    s.parts.main.focus({ preventScroll: true });
  } else if (near("helper")) {
    if (!isWaiting(s)) send(s, "help");
  } else if (near("main")) main(s, event);
  else if (near("other")) other(s);
  else if (tool === s.parts.undo) undo(s);
  else if (tool === s.parts.sound) changeSound(s);
  else if (tool === s.parts.aloud) readAloud(s, spoken(s));
  else if (tool) s.showsKeys = !s.showsKeys;
  draw(s);
}

function walk(s, target, key) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  const tile = target.closest(".tile");
  const digit = target.closest(".digit");
  const field = target.closest(".field");
  if (tile && step) {
    const { tiles } = s.data.tables;
    s.stop = tiles[(tiles.indexOf(s.stop ?? tiles[0]) + step + tiles.length) % tiles.length];
    draw(s);
    s.parts.tiles.querySelector("[tabindex='0']").focus();
  } else if (digit) {
    const by = step ?? { ArrowDown: PAD_COLUMNS, ArrowUp: -PAD_COLUMNS }[key];
    s.padStop = (Number(digit.dataset.stop) + by + PAD.length) % PAD.length;
    draw(s);
    s.parts.digits.children[s.padStop].focus();
  } else if (field && step) {
    s.active = (s.active + step + s.fields.length) % s.fields.length;
    s.parts.fields.querySelectorAll(".field")[s.active].focus();
  }
}

const BUTTONS = ".action, .tool, .helper, .digit, .takeoff";

// Enter puts the chosen tiles into the list first, also on the button that checks.
const isSetToAdd = (s, target) =>
  s.data.lists &&
  s.chosen.length > 0 &&
  !isRight(s) &&
  (target.closest(".main") || !target.closest(BUTTONS));

function onKey(s, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
  // Streamlit listens for single keys on the page; none of ours may reach it.
  event.stopPropagation();
  if (event.repeat && (event.key === "Enter" || event.key === " ")) return event.preventDefault();
  if (isEnd(s)) return;
  const hasKeys = s.data.settings.keys !== "off";
  const digit = digitOf(event);
  const tile = tileOf(event);
  if (event.key.startsWith("Arrow")) walk(s, event.target, event.key);
  else if (event.key === "Escape") {
    s.showsKeys = false;
    if (!isRight(s)) s.chosen = [];
  } else if (!hasKeys) return;
  else if (event.key === "Backspace") undo(s);
  else if (takesTiles(s) && s.data.tables.tiles.includes(tile)) toggle(s, tile);
  else if (!takesTiles(s) && /^[0-9]$/.test(digit)) type(s, digit);
  else if (event.key === "Enter" && isSetToAdd(s, event.target)) addToList(s);
  else if (event.key === "Enter" && !event.target.closest(BUTTONS)) main(s, event);
  else return;
  event.preventDefault();
  draw(s);
}

// ---- the component: called again whenever data or theme change, always on the same node ----

export default function ({ data: packed, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".shutbox");
  const s = (root.shutbox ??= { number: 0 });
  const data = unpacked(s, packed);
  s.trigger = setTriggerValue;
  if (!s.parts) {
    s.parts = { root };
    for (const name of PARTS) s.parts[name] = root.querySelector(`.${name}`);
    const wakes = () => s.data && hasSound(s) && wake();
    root.onpointerdown = wakes;
    root.onclick = (event) => onClick(s, event);
    root.onkeydown = (event) => {
      wakes();
      onKey(s, event);
    };
  }
  const helps = s.data?.helps?.length ?? 0;
  const isNews = receive(s, data);
  sounds(s, isNews);
  draw(s);
  if (isNews && s.id === data.id) show(s, s.parts.reply);
  else if (s.data.helps?.length > helps) show(s, s.parts.helps);
  const isIdle = document.activeElement === document.body && matchMedia("(hover: hover)").matches;
  if (!s.greeted && isIdle) s.parts.main.focus({ preventScroll: true });
  s.greeted = true;
  clearInterval(s.timer);
  s.timer = setInterval(() => {
    if (s.pending) receive(s, s.pending.data);
    resend(s);
    draw(s);
  }, RESEND_MS);
  return () => clearInterval(s.timer);
}
