// The playable box. The browser plays, Python judges: no rule of the game stands here. What may be
// shut or rolled is looked up in the tables that Python sends (tables.py says what they hold); this
// file draws, selects, adds, keeps the text of the turn, and sends it until Python has it.

import { drawPad, drawSlots, enter, filled, freshEntry, takeOut, typedPiece, walkPad } from "./dice.js";
import { chord, clack, rattle, wake } from "./sound.js";

const PARTS = "prompt tiles tray dice faces total sum main other offline keys".split(" ");
const TOOLS = "undo sound aloud keyhelp".split(" ");
const FALL_MS = 350;
const LANDS_SECONDS = 0.15;
const TUMBLE_SECONDS = 0.5;
const SOUND_KEY = "shutbox.sound";
const RESEND_MS = 1500;
const LONGEST_RESEND_MS = 8000;
const OFFLINE_MS = 4000;
const RESTORE_MS = 6000;
const LOST_FOCUS_MS = 1000;
const TYPING_MS = 1500;
const STORAGE_KEY = "shutbox.turns";
const SUMS_KEY = "shutbox.sums";
const KEPT_TURNS = 8;
const LONGEST_TEXT = 2000;
const MOST_IN_A_ROW = 12;
const MOST_DICE_IN_A_ROW = 5;
const HEXAGON = "50,3 92,26 92,74 50,97 8,74 8,26";
const DIAMOND = "50,38 66,70 50,102 34,70";
const PIPS = {
  0: [],
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[28, 28], [50, 50], [72, 72]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[28, 28], [72, 28], [50, 50], [28, 72], [72, 72]],
  6: [[28, 26], [72, 26], [28, 50], [72, 50], [28, 74], [72, 74]],
};

// ---- the text of a turn (see notation.py) ----

const join = (numbers) => numbers.join(".");
const numbers = (text) => (text ? text.split(".").map(Number) : []);
const headOf = (text) => text.split("_")[0];
const variantOf = (text) => headOf(text).split("~")[0];
const isSeeded = (text) => headOf(text).includes("~");

// Real dice leave a turn without a seed; then the name of its game stands behind what is sent.
const stamped = (game, text) => text + (/#.*/.exec(game)?.[0] ?? "");

function readTurn(text) {
  const [head, ...parts] = text.split("_");
  const turn = { head, steps: [], dice: null };
  for (const part of parts) {
    const [dice, move] = part.split("-");
    if (move === undefined) turn.dice = numbers(dice);
    else turn.steps.push({ dice: numbers(dice), move: numbers(move) });
  }
  return turn;
}

function writeTurn(turn) {
  const steps = turn.steps.map((step) => `${join(step.dice)}-${join(step.move)}`);
  return [turn.head, ...steps, ...(turn.dice ? [join(turn.dice)] : [])].join("_");
}

// Whether `longer` is `shorter`, or `shorter` played on.
const continues = (longer, shorter) =>
  longer === shorter ||
  longer.startsWith(`${shorter}_`) ||
  (!shorter.endsWith("-") && longer.startsWith(`${shorter}-`) && shorter.includes("_"));

// ---- the turns this browser keeps; storage may be full, forbidden or damaged ----

// Tabs share the browser's memory, so that a new tab goes on with the last turn. What was played in
// this tab is also in a memory of its own, which comes first: two tabs keep two courses.
const TAB = "sessionStorage";
const BROWSER = "localStorage";

// Only a turn with dice of its own, named behind "~", or with real ones can be played on.
const isTurn = ({ text, game }) =>
  typeof text === "string" &&
  text.length <= LONGEST_TEXT &&
  (isSeeded(text) || (typeof game === "string" && game.includes("#")));

function turnsIn(memory) {
  try {
    const kept = JSON.parse(window[memory].getItem(STORAGE_KEY));
    return Array.isArray(kept) ? kept.filter((k) => k && isTurn(k)) : [];
  } catch {
    return [];
  }
}

function keepTurns(memory, kept) {
  try {
    window[memory].setItem(STORAGE_KEY, JSON.stringify(kept.slice(0, KEPT_TURNS)));
  } catch {
    // The game goes on without a memory.
  }
}

// Those of this tab first.
function keptTurns() {
  const own = turnsIn(TAB).map((k) => ({ ...k, own: true }));
  return [...own, ...turnsIn(BROWSER).filter((k) => !own.some((o) => isSameGame(o, k)))];
}

const gameOf = ({ text, game }) => (isSeeded(text) ? headOf(text) : game);
const isSameGame = (one, other) => gameOf(one) === gameOf(other);

function keepTurn(turn) {
  if (!isTurn(turn)) return;
  for (const memory of [TAB, BROWSER]) {
    const kept = turnsIn(memory);
    const known = kept.find((k) => isSameGame(k, turn));
    if (known && known.text !== turn.text && continues(known.text, turn.text)) continue;
    keepTurns(memory, [turn, ...kept.filter((k) => !isSameGame(k, turn))]);
  }
}

// What is noted of the sums of a game, for the page Practise in this browser: by the index of the
// step, how often the sum went wrong, and the seconds from the roll to the move, if known.
function noteSum(game, index, note) {
  try {
    const noted = JSON.parse(localStorage.getItem(SUMS_KEY)) ?? {};
    const others = Object.entries(noted).filter(([name]) => name !== game);
    const entries = [[game, { ...noted[game], [index]: note }], ...others];
    localStorage.setItem(SUMS_KEY, JSON.stringify(Object.fromEntries(entries.slice(0, KEPT_TURNS))));
  } catch {
    // As with turns.
  }
}

// A new turn was asked for: those under way in this box and tab are not gone back to.
function leaveTurns(text) {
  const left = turnsIn(TAB).filter((k) => isSameKind(k.text, text));
  const isLeft = (turn) => left.some((k) => isSameGame(k, turn));
  for (const memory of [TAB, BROWSER]) {
    keepTurns(memory, turnsIn(memory).map((k) => ({ ...k, over: k.over || isLeft(k) })));
  }
}

// Turns of one box, rolled by the app, or both with real dice.
const isSameKind = (one, other) =>
  variantOf(one) === variantOf(other) && isSeeded(one) === isSeeded(other);

function forgetTurn(text) {
  for (const memory of [TAB, BROWSER]) {
    keepTurns(memory, turnsIn(memory).filter((k) => k.text !== text));
  }
}

// Whether the page is drawn again, not opened by a link: then what was played goes on.
const isComeBack = () =>
  window.shutboxOpened || performance.getEntriesByType("navigation")[0]?.type === "reload";

// The kept turn to go on with instead of the one that Python sent, if any: the same turn played
// further (but a link that names a position opens that position), or, where Python has nothing but
// a box it set up by itself, an unfinished turn, or else the last one. Only a text: Python judges it
// before anything of it is shown.
function turnToRestore(data) {
  const kept = keptTurns().map((k) => ({ ...k, same: gameOf(k) === data.game }));
  const mayGoOn = isComeBack() || !isStarted(readTurn(data.turn));
  const further =
    mayGoOn && kept.find((k) => k.same && k.text !== data.turn && continues(k.text, data.turn));
  if (further || !data.untouched) return further ? further.text : undefined;
  const fit = kept.filter((k) => mayReplace(data, k.text));
  const own = fit.filter((k) => k.own);
  const first = own.length > 0 ? own : fit;
  return (first.find((k) => !k.over) ?? (data.anyVariant ? first[0] : undefined))?.text;
}

const mayReplace = (data, text) =>
  isSeeded(text) === isSeeded(data.turn) && (data.anyVariant || isSameKind(text, data.turn));

// ---- the position, from the turn and the tables ----

function openTiles(s) {
  const shut = new Set(s.turn.steps.flatMap((step) => step.move));
  return s.data.tables.start.filter((tile) => !shut.has(tile));
}

const isStuck = (s) => s.turn.steps.length > 0 && s.turn.steps.at(-1).move.length === 0;
const isShut = (s) => openTiles(s).length === 0;
const isOver = (s) => isStuck(s) || isShut(s) || isBagEmpty(s);

function isBagEmpty(s) {
  const { draws } = s.data.tables;
  const isUsedUp = draws !== null && s.turn.steps.length >= draws;
  return isUsedUp && !s.turn.dice && !isStuck(s) && !isShut(s);
}

const mayRoll = (s) => !s.turn.dice && !isOver(s);

// Of large boxes Python sends a few rolls at a time; they are used up, and more will come.
const isWaiting = (s) =>
  mayRoll(s) &&
  (Boolean(s.told) || (s.data.moreRolls && s.turn.steps.length >= s.data.rolls.length));

function entry(s, dice, index) {
  const { first, rolls } = s.data.tables;
  return (index === 0 && first ? first : rolls)[join([...dice].sort((a, b) => a - b))];
}

// The sets that can be shut for a roll. A large box has thousands, so the last answer is kept.
function playableSets(s, dice, index) {
  const { tables } = s.data;
  const question = `${writeTurn(s.turn)} ${index} ${join(dice)}`;
  if (s.playable?.question !== question || s.playable.tables !== tables) {
    const open = new Set(openTiles(s));
    const sets = tables.sets[entry(s, dice, index)[1]];
    const playable = sets.filter((set) => set.every((tile) => open.has(tile)));
    s.playable = { question, tables, sets: playable };
  }
  return s.playable.sets;
}

const possibleCounts = (s) => s.data.tables.fewer[join(openTiles(s))] ?? s.data.tables.counts;

const diceCounts = (s) =>
  mayRoll(s) && (s.data.pad || s.turn.steps.length < s.data.rolls.length) ? possibleCounts(s) : [];

// ---- drawing ----

// A place may be a function: what takes long to write is written only where it is named.
const say = (s, name, places = {}) =>
  s.data.words[name].replace(/\{(\w+)\}/g, (whole, place) => {
    const value = places[place];
    return (typeof value === "function" ? value() : value) ?? whole;
  });

const listed = (s, items, type = "conjunction") =>
  new Intl.ListFormat(s.data.list, { type }).format(items.map(String));

function scoreOf(s, open) {
  const { points } = s.data.tables;
  return points ? open.reduce((sum, tile) => sum + points[tile], 0) : undefined;
}

// What a sentence on a roll may name: its dice, total, and the sets that can be shut for it.
function places(s, dice, index) {
  const [total, , ...others] = entry(s, dice, index);
  const open = openTiles(s);
  const additions = () => playableSets(s, dice, index).map((set) => set.join(" + "));
  return {
    dice: listed(s, dice.map((face) => shownAs(s, face))),
    total: listed(s, [total, ...others], "disjunction"),
    sets: () => listed(s, additions(), "disjunction"),
    tiles: listed(s, open),
    count: open.length,
    tile: s.data.tables.firstTile,
    score: scoreOf(s, open),
  };
}

function stuckPrompt(s) {
  const index = s.turn.steps.length - 1;
  const { dice } = s.turn.steps[index];
  const { ending, points, firstTile } = s.data.tables;
  const here = places(s, dice, index);
  const [total] = entry(s, dice, index);
  if (total === 0) return say(s, points ? "blank" : "blankplain", here);
  if (total === ending) return say(s, points ? "ends" : "endsplain", { ...here, total });
  if (index === 0 && firstTile) return say(s, "stuckfirst", here);
  if (points && here.count > s.data.mostListed) return say(s, "stuckmany", here);
  return say(s, points ? "stuck" : "stuckplain", here);
}

function movedPrompt(s, open) {
  const moved = listed(s, s.turn.steps.at(-1).move);
  const now = { tiles: moved, left: listed(s, open), count: open.length };
  if (diceCounts(s).length > 1) return say(s, "afterchoose", now);
  return say(s, open.length > s.data.mostListed ? "aftermany" : "after", now);
}

function emptyPrompt(s, open) {
  const here = { tiles: listed(s, open), score: scoreOf(s, open) };
  return say(s, s.data.tables.points ? "empty" : "emptyplain", here);
}

function prompt(s) {
  const { turn } = s;
  const open = openTiles(s);
  if (open.length === 0) return say(s, "won");
  if (isStuck(s)) return stuckPrompt(s);
  if (isBagEmpty(s)) return emptyPrompt(s, open);
  if (isWaiting(s)) return say(s, "wait");
  if (isEntering(s) && filled(entryOf(s)).length > 0) return enteredPrompt(s);
  if (turn.dice) {
    const here = places(s, turn.dice, turn.steps.length);
    const [total, , ...others] = entry(s, turn.dice, turn.steps.length);
    if (s.chosen.length === 0) return say(s, "rolled", here);
    if (isAsking(s)) return say(s, "howmuch", { addition: s.chosen.join(" + ") });
    if (!isSumShown(s)) return say(s, "picked", { ...here, tiles: listed(s, s.chosen) });
    if (isReady(s)) return say(s, "ready", { equation: equation(s) });
    const tiles = listed(s, s.chosen);
    const rest = total - s.chosen.reduce((a, b) => a + b, 0);
    if (rest > 0 && others.length === 0) return say(s, "more", { tiles, rest });
    return say(s, "notyet", { tiles, total: here.total });
  }
  if (s.data.rolls.length === 0 && !s.data.pad) return say(s, "nodice");
  if (turn.steps.length > 0) return movedPrompt(s, open);
  if (s.data.tables.firstTile) return say(s, "first", { tile: s.data.tables.firstTile });
  return say(s, diceCounts(s).length > 1 ? "choose" : "start");
}

function equation(s) {
  const sum = s.chosen.reduce((a, b) => a + b, 0);
  return s.chosen.length > 1 ? `${s.chosen.join(" + ")} = ${sum}` : s.chosen.join("");
}

function fits(s) {
  const index = s.turn.steps.length;
  return playableSets(s, s.turn.dice, index).filter((set) =>
    s.chosen.every((tile) => set.includes(tile)),
  );
}

const isReady = (s) => fits(s).some((set) => set.length === s.chosen.length);

function svg(name, attributes, text) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

// ---- dice, dominoes and cards ----

// The letter on a card, or its number.
const rank = (s, face) => (`rank${face}` in s.data.words ? say(s, `rank${face}`) : face);

const shownAs = (s, face) => (s.data.tables.holds === "cards" ? rank(s, face) : face);

// The faces of each die, domino or card; null where it lies face down.
function piecesOf(s, faces) {
  if (s.data.tables.holds !== "dominoes") return faces.map((face) => [face]);
  return faces.flatMap((face, n) => (n % 2 ? [] : [[face, faces[n + 1]]]));
}

const pips = (face, left = 0) =>
  PIPS[face].map(([x, cy]) => svg("circle", { class: "pip", cx: x + left, cy, r: 9 }));

function drawDie(s, [face], colour) {
  const die = svg("svg", { viewBox: "0 0 100 100", class: `die ${colour || ""}` });
  if (s.data.tables.sides > 6) die.append(svg("polygon", { class: "body", points: HEXAGON }));
  else die.append(svg("rect", { class: "body", x: 4, y: 4, width: 92, height: 92, rx: 20 }));
  if (face === null) die.classList.add("waiting");
  else if (s.data.tables.sides <= 6) die.append(...marks(s, face));
  else {
    die.append(svg("text", { x: 50, y: 66, "text-anchor": "middle", "font-size": 44 }, face));
  }
  if (colour) {
    const letter = say(s, `${colour}letter`);
    die.append(svg("text", { class: "letter", x: 50, y: 95, "text-anchor": "middle" }, letter));
  }
  return die;
}

function drawDomino(s, [first, second]) {
  const domino = svg("svg", { viewBox: "0 0 200 100", class: "die domino" });
  domino.append(svg("rect", { class: "body", x: 3, y: 3, width: 194, height: 94, rx: 18 }));
  if (first === null) {
    domino.classList.add("down");
    domino.append(svg("rect", { class: "back", x: 16, y: 16, width: 168, height: 68, rx: 10 }));
    for (const left of [0, 50, 100]) {
      const points = `${left + 50},28 ${left + 68},50 ${left + 50},72 ${left + 32},50`;
      domino.append(svg("polygon", { class: "mark", points }));
    }
    return domino;
  }
  domino.append(
    svg("line", { class: "middle", x1: 100, x2: 100, y1: 14, y2: 86 }),
    svg("circle", { class: "pin", cx: 100, cy: 50, r: 6 }),
    ...marks(s, first),
    ...marks(s, second, 100),
  );
  return domino;
}

function drawCard(s, [face]) {
  const card = svg("svg", { viewBox: "0 0 100 140", class: "die card" });
  card.append(svg("rect", { class: "body", x: 3, y: 3, width: 94, height: 134, rx: 14 }));
  if (face === null) {
    card.classList.add("down");
    card.append(
      svg("rect", { class: "back", x: 14, y: 14, width: 72, height: 112, rx: 8 }),
      svg("polygon", { class: "mark", points: DIAMOND }),
    );
    return card;
  }
  const corner = { class: "corner", x: 21, y: 34, "text-anchor": "middle" };
  card.append(
    svg("circle", { class: "medal", cx: 50, cy: 70, r: 31 }),
    svg("text", { class: "worth", x: 50, y: 87, "text-anchor": "middle" }, face),
    svg("text", corner, rank(s, face)),
    svg("text", { ...corner, transform: "rotate(180 50 70)" }, rank(s, face)),
  );
  return card;
}

function nameOf(s, [first, second], place, isPair) {
  const { holds } = s.data.tables;
  if (holds === "dominoes") return say(s, "domino", { first, second });
  if (holds !== "cards") return say(s, isPair ? ["red", "blue"][place] : "die", { face: first });
  const shown = rank(s, first);
  return say(s, shown === first ? "card" : "cardworth", { rank: shown, value: first });
}

function drawDice(s) {
  const { turn } = s;
  const { holds, sides } = s.data.tables;
  const shown = turn.dice ?? (isStuck(s) ? turn.steps.at(-1).dice : null);
  const index = turn.dice ? turn.steps.length : turn.steps.length - 1;
  const isDown = diceCounts(s).length > 0 || isWaiting(s);
  const known = shown ?? s.told?.dice;
  const faces = known ?? Array(isDown ? possibleCounts(s)[0] : 0).fill(null);
  const look = `${s.data.words.red} ${s.data.settings.dice}`;
  const signature = `${holds} ${sides} ${index} ${known} ${!shown} ${faces.length} ${look}`;
  if (s.diceDrawn === signature) return;
  s.diceDrawn = signature;
  // Only two dice are told apart.
  const isPair = !holds && faces.length === 2;
  const pieces = piecesOf(s, faces);
  const drawn = pieces.map((piece, place) => drawPiece(s, piece, isPair && ["red", "blue"][place]));
  s.parts.faces.replaceChildren(...drawn);
  const rows = drawn.length > MOST_DICE_IN_A_ROW ? 2 : 1;
  s.parts.faces.style.setProperty("--in-a-row", Math.ceil(drawn.length / rows));
  s.parts.total.textContent = shown ? `= ${entry(s, shown, index)[0]}` : "";
  if (shown && s.tumble) for (const piece of drawn) piece.classList.add("tumbling");
  s.tumble = false;
  const names = pieces.map((piece, place) => (known ? nameOf(s, piece, place, isPair) : ""));
  s.parts.dice.ariaHidden = String(faces.length === 0);
  s.parts.dice.ariaLabel = known ? listed(s, names) : say(s, "dienone");
}

function drawPiece(s, piece, colour) {
  const draw = { dominoes: drawDomino, cards: drawCard }[s.data.tables.holds] ?? drawDie;
  return draw(s, piece, colour);
}

// ---- tiles, buttons, sentences ----

function drawTiles(s) {
  const { tiles } = s.data.tables;
  const signature = `${variantOf(s.data.turn)}:${join(tiles)}`;
  if (s.tilesDrawn !== signature) {
    s.tilesDrawn = signature;
    s.parts.tiles.replaceChildren(
      ...tiles.map((tile, n) => {
        const button = document.createElement("button");
        button.type = "button";
        button.dataset.tile = tile;
        button.style.setProperty("--n", n);
        for (const part of ["lying", "flap"]) {
          const span = document.createElement("span");
          span.className = part;
          span.textContent = tile;
          button.append(span);
        }
        return button;
      }),
    );
    s.parts.root.classList.toggle("large", tiles.length > MOST_IN_A_ROW);
    s.parts.root.style.setProperty("--columns", Math.ceil(tiles.length / 2));
    s.parts.root.style.setProperty("--wide-columns", tiles.length);
  }
  const open = openTiles(s);
  const useful = s.turn.dice ? new Set(helpful(s).flat()) : null;
  const stop = open.includes(s.stop) ? s.stop : (open.find((k) => useful?.has(k)) ?? open[0]);
  for (const button of s.parts.tiles.children) {
    const tile = Number(button.dataset.tile);
    const isOpen = open.includes(tile);
    const chosen = s.chosen.includes(tile);
    const useless = isOpen && useful !== null && !useful.has(tile);
    button.className = ["tile", isOpen ? "open" : "shut", chosen && "chosen", useless && "useless"]
      .filter(Boolean)
      .join(" ");
    button.tabIndex = tile === (stop ?? tiles[0]) ? 0 : -1;
    button.ariaPressed = isOpen ? String(chosen) : null;
    button.ariaDisabled = String(!isOpen || useless || !s.turn.dice);
    button.ariaLabel = say(s, useless ? "tileno" : isOpen ? "tileopen" : "tileshut", { tile });
  }
}

function drawActions(s) {
  const { main, other } = s.parts;
  const counts = diceCounts(s);
  s.actions = s.turn.dice
    ? [{ label: say(s, "shut"), run: shut, off: !mayShut(s) }]
    : isEntering(s)
    ? [takeAction(s)]
    : counts.length > 0
      ? counts.map((count) => ({
          label: say(s, counts.length > 1 ? `roll${count}` : "roll"),
          run: (state) => roll(state, count),
        }))
      : isWaiting(s)
        ? []
        : [{ label: say(s, "again"), run: again }];
  [main, other].forEach((button, i) => {
    const action = s.actions[i];
    if (!action && button.matches(":focus")) (isWaiting(s) ? s.parts.prompt : main).focus();
    button.hidden = !action;
    button.textContent = action?.label ?? "";
    button.ariaDisabled = String(Boolean(action?.off) || Boolean(s.askedAgain));
  });
}

function draw(s) {
  const { root, sum, offline, keys } = s.parts;
  const background = getComputedStyle(root).getPropertyValue("--st-background-color");
  root.dataset.theme = isDark(background) && !s.data.board ? "dark" : "light";
  root.ariaLabel = say(s, "box");
  s.parts.tiles.ariaLabel = say(s, "tiles");
  s.parts.tray.classList.toggle("many", s.data.tables.counts[0] > 2);
  s.parts.tray.classList.toggle("drawn", Boolean(s.data.tables.holds));
  root.classList.toggle("won", isShut(s));
  root.ariaBusy = String(Boolean(s.restoring));
  drawDice(s);
  drawEntry(s);
  drawTiles(s);
  drawActions(s);
  drawBoard(s);
  sum.textContent = isSumShown(s) ? equation(s) : s.chosen.join(" + ");
  drawSupports(s);
  const text = s.message ?? prompt(s);
  if (s.parts.prompt.textContent !== text) s.parts.prompt.textContent = text;
  const isOff = s.unheard && Date.now() - s.unheard > OFFLINE_MS;
  const off = isOff ? say(s, isWaiting(s) ? "offlinewait" : "offline") : "";
  if (offline.textContent !== off) offline.textContent = off;
  drawTools(s, keys);
}

// The small buttons: sound, reading aloud, the list of keys, and Undo beside Shut.
function drawTools(s, keys) {
  const { root, undo } = s.parts;
  root.classList.toggle("still", isStill(s));
  root.dataset.hand = s.data.settings.hand === "left" ? "left" : "right";
  undo.hidden = !s.turn.dice && !isEntering(s);
  undo.ariaLabel = undo.title = say(s, "undo");
  const entered = isEntering(s) ? filled(entryOf(s)) : s.chosen;
  undo.ariaDisabled = String(entered.length === 0);
  drawCommonTools(s);
  const rows = keyRows(s);
  if (join([...keys.children].map((row) => row.textContent)) === join(rows)) return;
  keys.replaceChildren(
    ...rows.map((text) => {
      const row = document.createElement("li");
      row.textContent = text;
      return row;
    }),
  );
}

// Those that every box has: sound, reading aloud, and the list of keys.
function drawCommonTools(s) {
  const { sound, aloud, keyhelp, keys } = s.parts;
  sound.ariaPressed = String(hasSound(s));
  write(sound.querySelector(".on"), say(s, "soundon"));
  write(sound.querySelector(".off"), say(s, "soundoff"));
  aloud.hidden = !window.speechSynthesis || !window.SpeechSynthesisUtterance;
  write(aloud.querySelector("span"), say(s, "aloud"));
  keyhelp.ariaLabel = keyhelp.title = say(s, "keys");
  keyhelp.ariaExpanded = String(Boolean(s.showsKeys));
  keys.hidden = !s.showsKeys;
}

const keyRows = (s) => [
  ...(hasKeys(s) && s.data.pad ? [say(s, "keyface"), say(s, "keytake")] : []),
  ...(hasKeys(s) ? [say(s, "keytiles"), say(s, "keyshut")] : []),
  ...(hasKeys(s) && !s.data.pad ? [say(s, "keyroll")] : []),
  ...(hasKeys(s) ? [say(s, "keyundo")] : []),
  say(s, "keyescape"),
  ...(s.data.board ? [say(s, "keyleave")] : []),
  say(s, "keyarrows"),
  say(s, "keypress"),
];

function isDark(colour) {
  const probe = /^#(..)(..)(..)/.exec(colour.trim());
  const rgb = probe ? probe.slice(1).map((x) => parseInt(x, 16)) : colour.match(/\d+/g)?.map(Number);
  return rgb ? 0.3 * rgb[0] + 0.6 * rgb[1] + 0.1 * rgb[2] < 128 : false;
}

// ---- supports: what helps a pupil, each by its switch (see supports.py) ----

const MOST_DOTS = 12;
const ANSWERS = 12;
const HELP_STEPS = 3;
const FRAME_CELLS = [...Array(10).keys()].map((n) => [11 + 15.6 * (n % 5), n < 5 ? 22 : 45]);

const part = (s, name) => (s.parts[name] ??= s.parts.root.querySelector(`.${name}`));
const isOn = (s, name) => s.data.settings[name] === "on";
const isSumShown = (s) => !["hidden", "asked"].includes(s.data.settings.sum);
const sumOf = (numbers) => numbers.reduce((a, b) => a + b, 0);

function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// A face of a die or a half of a domino, as dots, as a number or as a ten-frame.
function marks(s, face, left = 0) {
  const { dice } = s.data.settings;
  if (dice === "numerals") {
    const at = { class: "numeral", x: left + 50, y: 68, "text-anchor": "middle" };
    return [svg("text", at, face)];
  }
  if (dice !== "frames") return pips(face, left);
  return FRAME_CELLS.flatMap(([x, y], n) => {
    const cell = svg("rect", { class: "cell", x: x + left, y, width: 15.6, height: 23 });
    const dot = { class: "pip", cx: x + left + 7.8, cy: y + 11.5, r: 6 };
    return n < face ? [cell, svg("circle", dot)] : [cell];
  });
}

// Up to 6 as on a die, above in rows of five.
function drawDots(s) {
  const { tiles } = s.data.tables;
  const isDotted = isOn(s, "dots") && tiles.length <= MOST_IN_A_ROW;
  s.parts.root.classList.toggle("dotted", isDotted);
  for (const button of s.parts.tiles.children) {
    const tile = Number(button.dataset.tile);
    const flap = button.querySelector(".flap");
    const drawn = flap.querySelector(".dots");
    if (!isDotted) drawn?.remove();
    else if (!drawn && tile <= MOST_DOTS) {
      const dots = svg("svg", { class: "dots", viewBox: "0 0 100 60", "aria-hidden": "true" });
      const inRows = (n) => [12 + 19 * (n % 5), 11 + 19 * Math.floor(n / 5)];
      const asOnDie = PIPS[tile]?.map(([x, y]) => [x, 30 + (y - 50) * 0.86]);
      const centres = asOnDie ?? [...Array(tile).keys()].map(inRows);
      dots.append(...centres.map(([cx, cy]) => svg("circle", { cx, cy, r: 8.4 })));
      flap.append(dots);
    }
  }
}

// While the sum is hidden, the tiles that are chosen tell nothing about the others.
const helpful = (s) =>
  isSumShown(s) ? fits(s) : playableSets(s, s.turn.dice, s.turn.steps.length);

const mayShut = (s) => (isSumShown(s) ? isReady(s) : s.chosen.length > 0);

// Whether pressing Shut gets a question or a sentence first.
function isHeldBack(s) {
  if (isSumShown(s) || s.chosen.length === 0) return false;
  const isAsked = s.data.settings.sum === "asked" && s.chosen.length > 1;
  if (isAsked && s.asked?.right !== questionOf(s)) {
    s.asked = { question: questionOf(s), typed: "", tried: [] };
    s.message = undefined;
    return true;
  }
  if (isReady(s)) return false;
  if (!isAsked) wentWrong(s);
  const known = { ...places(s, s.turn.dice, s.turn.steps.length), equation: equation(s) };
  s.message = say(s, isAsked ? "rightbut" : "notthese", known);
  s.asked = undefined;
  return true;
}

function wentWrong(s) {
  s.wrong = { text: s.text, times: s.wrong?.text === s.text ? s.wrong.times + 1 : 1 };
}

const questionOf = (s) => `${s.text} ${join(s.chosen)}`;
const isAsking = (s) =>
  s.data.settings.sum === "asked" &&
  Boolean(s.turn.dice) &&
  s.asked?.question === questionOf(s);

function answer(s, number) {
  if (number === sumOf(s.chosen)) {
    s.asked = { right: questionOf(s) };
    act(s, 0);
    return;
  }
  wentWrong(s);
  s.asked.tried.push(number);
  s.asked.typed = "";
  s.message = say(s, "notsum", { answer: number, addition: s.chosen.join(" + ") });
  draw(s);
}

function stopAsking(s) {
  s.asked = undefined;
  s.message = undefined;
  draw(s);
  s.parts.main.focus({ preventScroll: true });
}

function drawQuestion(s) {
  const ask = part(s, "ask");
  const isOpen = isAsking(s);
  const hadFocus = ask.contains(s.parts.root.getRootNode().activeElement);
  s.parts.root.classList.toggle("asks", s.data.settings.sum === "asked");
  s.parts.tray.classList.toggle("asking", isOpen);
  ask.hidden = !isOpen;
  if (!isOpen) {
    if (hadFocus) s.parts.main.focus({ preventScroll: true });
    ask.replaceChildren();
    return;
  }
  ask.ariaLabel = say(s, "answers");
  if (ask.children.length === 0) {
    const sum = sumOf(s.chosen);
    const first = sum <= ANSWERS ? 1 : sum - 1 - ((sum * 5) % (ANSWERS - 2));
    const buttons = [...Array(ANSWERS).keys()].map((n) => {
      const button = document.createElement("button");
      button.className = "answer";
      button.dataset.answer = first + n;
      button.textContent = first + n;
      return button;
    });
    const back = document.createElement("button");
    back.className = "back";
    for (const button of [...buttons, back]) button.type = "button";
    ask.append(...buttons, back);
  }
  for (const button of ask.querySelectorAll(".answer")) {
    const isTried = s.asked.tried.includes(Number(button.dataset.answer));
    button.ariaDisabled = String(isTried);
    button.classList.toggle("typed", button.dataset.answer === s.asked.typed);
  }
  write(ask.lastChild, say(s, "back"));
}

function drawLine(s) {
  const line = part(s, "line");
  const total = s.turn.dice ? entry(s, s.turn.dice, s.turn.steps.length)[0] : 0;
  const sum = sumOf(s.chosen);
  // A full bar would tell the sum; and where another number may be met, it would tell a wrong goal.
  const mayTell = isSumShown(s) && !(s.chosen.length > 0 && sum !== total && isReady(s));
  line.hidden = !isOn(s, "line") || !mayTell;
  if (line.hidden) return;
  const signature = `${total} ${join(s.chosen)}`;
  if (line.dataset.drawn !== signature) {
    line.dataset.drawn = signature;
    const lengths = [...s.chosen, ...(total > sum ? [total - sum] : [])];
    const segments = lengths.map((length, n) => {
      const segment = document.createElement("span");
      segment.style.setProperty("--length", length);
      segment.className = n < s.chosen.length ? "segment" : "rest";
      segment.textContent = n < s.chosen.length ? length : "";
      return segment;
    });
    part(s, "track").replaceChildren(...segments);
    line.style.setProperty("--goal", `${(100 * total) / Math.max(total, sum, 1)}%`);
    line.classList.toggle("over", sum > total);
    part(s, "goal").textContent = total || "";
  }
  const filled = { total, tiles: listed(s, s.chosen), sum };
  line.ariaHidden = String(total === 0);
  if (s.chosen.length === 0) line.ariaLabel = say(s, "bar", { total });
  else line.ariaLabel = say(s, "barfilled", filled);
}

// Dice on the left, tiles on the right; it never says what is not so.
function wholeEquation(s) {
  if (!s.turn.dice || isAsking(s)) return "";
  const [total, , ...others] = entry(s, s.turn.dice, s.turn.steps.length);
  const { dice } = s.turn;
  const rolled = dice.length > 1 ? `${dice.join(" + ")} = ${total}` : `${total}`;
  const tiles = s.chosen.join(" + ");
  const sum = sumOf(s.chosen);
  if (!tiles) return rolled;
  if (!isSumShown(s)) return `${rolled} · ${tiles}${s.chosen.length > 1 ? " = ?" : ""}`;
  if (sum === total) return `${rolled} = ${tiles}`;
  if (others.length > 0 || sum > total || fits(s).length === 0 || isReady(s)) {
    return `${rolled} · ${tiles}`;
  }
  return `${rolled} = ${tiles} + …`;
}

// How many of the equally likely next rolls can be played once the chosen tiles are shut, or now
// if none are chosen, for every number of dice that may then be rolled.
function chancesAfter(s) {
  const { weights, rolls, sets, fewer, counts } = s.data.tables;
  const left = openTiles(s).filter((tile) => !s.chosen.includes(tile));
  if (!weights || left.length === 0) return [];
  const open = new Set(left);
  const isPlayable = (faces) => sets[rolls[faces][1]].some((set) => set.every((k) => open.has(k)));
  return (fewer[join(left)] ?? counts).map((count) => {
    const every = Object.keys(weights).filter((faces) => numbers(faces).length === count);
    const weigh = (some) => sumOf(some.map((faces) => weights[faces]));
    return { some: weigh(every.filter(isPlayable)), all: weigh(every) };
  });
}

// Before the move only of tiles that can be shut: so where the sum is hidden, not before it is met.
function fitSentence(s) {
  const isNext = s.turn.steps.length > 0 && diceCounts(s).length > 0;
  if (!isOn(s, "fit") || !(isNext || (s.turn.dice && isSumShown(s) && isReady(s)))) return "";
  const question = `${questionOf(s)} ${s.data.words.fit}`;
  if (s.fit?.question !== question || s.fit.tables !== s.data.tables) {
    const [all, one] = chancesAfter(s);
    const shares = { some: all?.some, all: all?.all, few: one?.some, whole: one?.all };
    let text = "";
    if (all && isNext) text = say(s, one ? "fitnextchoose" : "fitnext", shares);
    else if (all) text = say(s, one ? "fitchoose" : "fit", shares);
    s.fit = { question, tables: s.data.tables, text };
  }
  return s.fit.text;
}

function waysSentence(s) {
  if (!isOn(s, "ways") || !s.turn.dice) return "";
  const count = playableSets(s, s.turn.dice, s.turn.steps.length).length;
  return say(s, "ways", { count: new Intl.NumberFormat(s.data.list).format(count) });
}

// One step further every time: the strategy, a tile, the set.
function help(s) {
  if (!s.turn.dice) return;
  if (fits(s).length === 0) {
    s.message = say(s, "nofit");
    return;
  }
  const steps = s.helped?.text === s.text ? s.helped.steps : 0;
  s.helped = { text: s.text, steps: Math.min(steps + 1, HELP_STEPS) };
  const index = s.turn.steps.length;
  const at = entry(s, s.turn.dice, index)[1];
  const [set] = fits(s);
  const code = s.data.tables.strategies[at][s.data.tables.sets[at].indexOf(set)];
  const missing = set.filter((tile) => !s.chosen.includes(tile));
  const named = { small: set[0], large: set.at(-1), count: set.length, set: set.join(" + ") };
  if (s.helped.steps === 1) s.message = say(s, `hint${code}`, named);
  else if (s.helped.steps === 3) s.message = say(s, "tryset", named);
  else if (set.length === 1) s.message = say(s, "onlyone");
  else s.message = say(s, "lookfor", { large: missing.at(-1) ?? set.at(-1) });
}

function drawSupports(s) {
  drawDots(s);
  drawLine(s);
  drawQuestion(s);
  const { settings, tables } = s.data;
  const helper = part(s, "helper");
  helper.hidden = !isOn(s, "help");
  helper.ariaDisabled = String(!s.turn.dice || isAsking(s));
  write(helper, say(s, "helpme"));
  part(s, "equation").hidden = !isOn(s, "equation");
  write(part(s, "equation"), wholeEquation(s));
  const mayFit = isOn(s, "fit") && tables.weights !== null;
  part(s, "facts").hidden = settings.ways !== "on" && !mayFit;
  part(s, "facts").classList.toggle("long", mayFit);
  write(part(s, "ways"), waysSentence(s));
  write(part(s, "fit"), fitSentence(s));
  part(s, "aids").hidden = [...part(s, "aids").children].every((child) => child.hidden);
}

function isClickOfSupport(s, event) {
  const helper = event.target.closest(".helper");
  const number = event.target.closest(".answer");
  if (event.target.closest(".back")) stopAsking(s);
  else if (number) {
    if (number.ariaDisabled !== "true") answer(s, Number(number.dataset.answer));
  } else if (helper) {
    if (helper.ariaDisabled !== "true") help(s);
    draw(s);
  } else return false;
  return true;
}

// Digits answer the question, Escape goes back; a button that has the focus listens itself.
function isKeyOfSupport(s, event) {
  const onButton = event.target.closest?.(".helper, .answer, .back");
  if (!isAsking(s)) return Boolean(onButton) && [" ", "Enter"].includes(event.key);
  const digit = digitOf(event);
  if (/^[0-9]$/.test(digit)) {
    s.asked.typed += digit;
    const isWhole = s.asked.typed.length >= String(sumOf(s.chosen)).length;
    if (isWhole) answer(s, Number(s.asked.typed));
    else draw(s);
  } else if (event.key === "Backspace") {
    s.asked.typed = "";
    draw(s);
  } else if (event.key === "Escape") stopAsking(s);
  else if ([" ", "Enter"].includes(event.key) && s.asked.typed) answer(s, Number(s.asked.typed));
  else return Boolean(onButton);
  event.preventDefault();
  return true;
}

// ---- how the box feels: the switches of the settings ----

const isStill = (s) =>
  s.data.settings.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

const hasKeys = (s) => s.data.settings.keys !== "off";

// The settings say how the box begins: silent, or as this device has it. One tap changes it.
function hasSound(s) {
  const { sound } = s.data.settings;
  if (s.soundBegan !== sound) {
    s.soundBegan = sound;
    s.sound = sound !== "off" && storedSound() !== "off";
  }
  return s.sound;
}

function storedSound() {
  try {
    return localStorage.getItem(SOUND_KEY);
  } catch {
    return null;
  }
}

function changeSound(s) {
  s.sound = !s.sound;
  if (s.sound) wake();
  try {
    localStorage.setItem(SOUND_KEY, s.sound ? "on" : "off");
  } catch {
    // It holds until the page is left.
  }
}

function soundOfRoll(s) {
  if (hasSound(s)) rattle(isStill(s) ? TUMBLE_SECONDS / 3 : TUMBLE_SECONDS);
}

function soundOfShut(s, tiles) {
  if (!hasSound(s)) return;
  const lands = isStill(s) ? 0 : LANDS_SECONDS;
  clack(tiles, s.data.tables.tiles, lands);
  if (isShut(s)) chord(lands + 0.3);
}

// Any tap or key shows at once how the dice lie.
function onGesture(s) {
  for (const die of s.parts.faces.children) die.classList.remove("tumbling");
  if (s.data && hasSound(s)) wake();
}

// Reads aloud, by default the sentence of the box; a second tap ends that.
function readAloud(s, text = s.parts.prompt.textContent) {
  const speech = window.speechSynthesis;
  if (speech.speaking) return speech.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = s.data.list;
  speech.speak(words);
}

function undo(s) {
  if (isEntering(s)) {
    s.message = undefined;
    takeOut(entryOf(s));
    return;
  }
  const last = (s.picks ?? []).filter((tile) => s.chosen.includes(tile)).at(-1) ?? s.chosen.at(-1);
  if (last !== undefined) toggle(s, last);
}

function useTool(s, tool) {
  const { parts } = s;
  if (tool === parts.undo) undo(s);
  if (tool === parts.sound) changeSound(s);
  if (tool === parts.aloud) readAloud(s);
  if (tool === parts.keyhelp) s.showsKeys = !s.showsKeys;
  if (tool === part(s, "fullscreen")) changeFullScreen();
  if (tool === part(s, "leave")) leaveBoard(s);
}

// The chosen tiles fit the roll, and no more tiles can be added.
function fitsAlone(s) {
  const sets = s.turn.dice && s.chosen.length > 0 ? fits(s) : [];
  return sets.length > 0 && sets.every((set) => set.length === s.chosen.length);
}

// As a setting, tiles fall by themselves, a moment after the last one that is needed was chosen.
function picked(s, tile) {
  s.picks = [...(s.picks ?? []).filter((k) => k !== tile), tile];
  clearTimeout(s.falling);
  if (!isSumShown(s)) return;
  if (s.data.settings.fall !== "on" || !fitsAlone(s)) return;
  const { text } = s;
  const fall = () => s.text === text && fitsAlone(s) && act(s, 0);
  if (isStill(s)) fall();
  else s.falling = setTimeout(fall, FALL_MS);
}

// ---- real dice: what they show is entered before it is taken ----

const isEntering = (s) => Boolean(s.data.pad) && mayRoll(s) && !s.told;
const isInRows = (s) => !s.data.tables.holds && s.data.tables.counts[0] <= 2;

// How many dice, dominoes or cards may lie on the table, the most first.
const piecesAllowed = (s) => possibleCounts(s).map((n) => n / s.data.pad.pieces[0].length);

function entryOf(s) {
  const most = piecesAllowed(s)[0];
  const of = `${s.game} ${s.text} ${most}`;
  if (s.entry?.of !== of) s.entry = freshEntry(of, most, s.data.pad, s.turn.steps, isInRows(s));
  return s.entry;
}

const isFull = (s) => filled(entryOf(s)).length === piecesAllowed(s)[0];
const mayTake = (s) => piecesAllowed(s).includes(filled(entryOf(s)).length);
const enteredDice = (s) =>
  listed(s, filled(entryOf(s)).flat().map((face) => shownAs(s, face)));

function enteredPrompt(s) {
  return say(s, isFull(s) ? "complete" : mayTake(s) ? "enough" : "sofar", { dice: enteredDice(s) });
}

function takeAction(s) {
  const count = filled(entryOf(s)).length;
  const isShort = count > 0 && count <= 2;
  const label = isShort ? say(s, "take", { dice: enteredDice(s) }) : say(s, "takenothing");
  return { label, run: take, off: !mayTake(s) };
}

function take(s) {
  if (!mayTake(s)) {
    s.message = say(s, "entertwo");
    return;
  }
  const dice = filled(entryOf(s)).flat();
  if (!s.data.pad.asks) return rolled(s, dice);
  s.told = { dice, text: `${s.text}_${join(dice)}` };
  send(s);
}

function drawEntry(s) {
  const entry = part(s, "entry");
  entry.hidden = !isEntering(s);
  s.parts.tray.classList.toggle("entering", !entry.hidden);
  s.parts.root.classList.toggle("real", Boolean(s.data.pad));
  if (entry.hidden) {
    entry.replaceChildren();
    entry.drawn = undefined;
    return;
  }
  const isPair = isInRows(s) && s.data.tables.counts[0] === 2;
  const colours = isPair ? ["red", "blue"] : [];
  const look = {
    of: `${s.data.words.red} ${s.data.settings.dice} ${s.data.tables.holds}`,
    draw: (piece, place) => drawPiece(s, piece, colours[place]),
    name: (piece, place) => nameOf(s, piece, place, isPair),
    labels: isPair ? [say(s, "reddie"), say(s, "bluedie")] : [say(s, "pad")],
    takeBack: (piece) => say(s, "takeback", { piece }),
  };
  drawPad(entry, entryOf(s), look);
  if (!isInRows(s) && piecesAllowed(s)[0] > 1) drawSlots(entry, entryOf(s), look);
}

function put(s, piece, place) {
  s.message = enter(entryOf(s), piece, place) ? undefined : say(s, "gone");
}

function isClickOnPad(s, event) {
  const face = event.target.closest(".face");
  const slot = event.target.closest(".slot");
  if (!face && !slot) return false;
  s.message = undefined;
  if (slot) takeOut(entryOf(s), Number(slot.dataset.place));
  else {
    Object.assign(entryOf(s), { stop: Number(face.dataset.stop), isTyped: false });
    put(s, entryOf(s).pieces[face.dataset.piece], face.dataset.place && Number(face.dataset.place));
  }
  draw(s);
  return true;
}

function isKeyOfPad(s, event) {
  if (!isEntering(s)) return false;
  const entry = entryOf(s);
  const onFace = event.target.closest?.(".face, .slot");
  const isPress = [" ", "Enter"].includes(event.key);
  const piece = hasKeys(s) && typedPiece(entry, digitOf(event), tileOf(event));
  if (walkPad(part(s, "entry"), entry, onFace, event.key)) s.message = undefined;
  else if (event.key === "Escape" && filled(entry).length > 0) {
    s.entry = undefined;
    s.message = undefined;
  } else if (piece) {
    put(s, piece);
    entry.isTyped = true;
  } else if (event.key === "Enter" && hasKeys(s) && (isFull(s) || (entry.isTyped && mayTake(s)))) {
    act(s, 0);
  }
  else if (isPress && event.target.closest?.(".face, .slot, .action, .tool")) return Boolean(onFace);
  else if (event.key === "Enter" && hasKeys(s)) act(s, 0);
  else return isPress;
  event.preventDefault();
  draw(s);
  return true;
}

// ---- the view for a board: the box fills the screen ----

const MOST_IN_A_ROW_OF_THE_BOARD = 18;

function drawBoard(s) {
  const { root } = s.parts;
  const { board, tables, score } = s.data;
  root.classList.toggle("board", board);
  const count = tables.tiles.length;
  const rows = count <= MOST_IN_A_ROW ? 1 : Math.max(2, Math.ceil(count / MOST_IN_A_ROW_OF_THE_BOARD));
  root.style.setProperty("--board-columns", Math.ceil(count / rows));
  root.style.setProperty("--most-dice", tables.counts[0]);
  const points = scoreOf(s, openTiles(s)) ?? (s.held === s.text ? score : null);
  const result = part(s, "result");
  result.hidden = !board || !isOver(s) || points === null;
  write(result.firstChild, say(s, "scored"));
  write(result.lastChild, result.hidden ? "" : String(points));
  for (const name of ["fullscreen", "leave"]) {
    const tool = part(s, name);
    tool.hidden = !board || (name === "fullscreen" && !document.fullscreenEnabled);
    tool.ariaLabel = tool.title = say(s, name === "leave" ? "leave" : "fullscreen");
  }
}

function changeFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {});
}

function leaveBoard(s) {
  if (document.fullscreenElement) document.exitFullscreen();
  s.trigger("leave", Date.now());
  s.parts.root.focus({ preventScroll: true });
}

// Escape leaves the view only where it has nothing else to take back.
const isLeaving = (s) =>
  s.data.board &&
  !s.showsKeys &&
  !s.message &&
  !isAsking(s) &&
  s.chosen.length === 0 &&
  !(isEntering(s) && filled(entryOf(s)).length > 0);

// ---- playing ----

function changed(s) {
  s.message = undefined;
  s.text = writeTurn(s.turn);
  if (!s.data.apart) keepTurn({ text: s.text, over: isOver(s), game: s.game });
  send(s);
}

function roll(s, count) {
  s.tumble = true;
  soundOfRoll(s);
  rolled(s, s.data.rolls[s.turn.steps.length].slice(0, count));
}

function rolled(s, dice) {
  const index = s.turn.steps.length;
  if (playableSets(s, dice, index).length > 0) s.turn.dice = dice;
  else s.turn.steps.push({ dice, move: [] });
  changed(s);
  s.rolled = { text: s.text, at: Date.now() + (isStill(s) ? 0 : 1000 * TUMBLE_SECONDS) };
}

function noteStep(s) {
  if (s.data.apart) return;
  const wrongs = s.wrong?.text === s.text ? s.wrong.times : 0;
  const isTimed = s.rolled?.text === s.text;
  const seconds = isTimed ? Math.max(0, Math.round((Date.now() - s.rolled.at) / 100) / 10) : null;
  noteSum(gameOf(s), s.turn.steps.length, [wrongs, seconds]);
}

function shut(s) {
  if (isHeldBack(s)) return;
  if (!isReady(s)) {
    s.message = say(s, "pickfirst", places(s, s.turn.dice, s.turn.steps.length));
    return;
  }
  noteStep(s);
  s.turn.steps.push({ dice: s.turn.dice, move: s.chosen });
  s.turn.dice = null;
  soundOfShut(s, s.chosen);
  s.chosen = [];
  changed(s);
}

function again(s) {
  s.askedAgain = s.text;
  s.askedGame = s.game;
  send(s);
}

function toggle(s, tile) {
  s.message = undefined;
  s.stop = tile;
  if (!openTiles(s).includes(tile)) s.message = say(s, "isshut", { tile });
  else if (!s.turn.dice) s.message = isOver(s) ? undefined : say(s, "rollfirst");
  else if (s.chosen.includes(tile)) s.chosen = s.chosen.filter((k) => k !== tile);
  else if (helpful(s).some((set) => set.includes(tile))) {
    s.chosen = [...s.chosen, tile].sort((a, b) => a - b);
  } else {
    const here = { ...places(s, s.turn.dice, s.turn.steps.length), tile };
    s.message = isSumShown(s) && passes(s, tile) ? say(s, "pass", here) : say(s, "help", here);
  }
  picked(s, tile);
}

// Whether a tile is too large to be added to the chosen ones.
function passes(s, tile) {
  const [total, , ...others] = entry(s, s.turn.dice, s.turn.steps.length);
  return s.chosen.reduce((a, b) => a + b, tile) > Math.max(total, ...others);
}

function act(s, place, event) {
  const action = s.actions[place];
  if (!action || s.askedAgain) return;
  // Roll and Shut have the same place: the second half of a double tap must not press the next one.
  if (event?.detail > 1) return;
  action.run(s);
  draw(s);
  moveFocus(s);
}

// After a roll to the first tile that helps, after a move to Roll, after the end to the result.
function moveFocus(s) {
  if (isAsking(s)) return part(s, "ask").querySelector(".answer").focus({ preventScroll: true });
  if (isEntering(s)) {
    part(s, "entry").querySelector('[tabindex="0"]').focus({ preventScroll: true });
  } else if (isOver(s)) {
    if (!s.askedAgain) s.parts.prompt.focus({ preventScroll: true });
  } else if (s.turn.dice) {
    s.parts.tiles.querySelector('.tile[aria-disabled="false"]')?.focus({ preventScroll: true });
  } else (isWaiting(s) ? s.parts.prompt : s.parts.main).focus({ preventScroll: true });
}

// The button that gave a turn up or played on is gone, some time after it was pressed.
function catchFocus(s, until = Date.now() + LOST_FOCUS_MS) {
  if (document.activeElement === document.body) moveFocus(s);
  else if (Date.now() < until) requestAnimationFrame(() => catchFocus(s, until));
}

// ---- Python: sent whole and again, until the answer holds the same text ----

function send(s) {
  if (s.told) {
    s.unheard ??= Date.now();
    trigger(s, "rolled", stamped(s.game, s.told.text));
    return;
  }
  if (s.held === s.text && !s.askedAgain) {
    s.unheard = s.sent = null;
    return;
  }
  s.unheard ??= Date.now();
  if (s.askedAgain) trigger(s, "again", stamped(s.askedGame, s.askedAgain));
  else trigger(s, "record", stamped(s.game, s.text));
}

// What was sent is not sent again while the answer may still be on its way: each time later, since
// every message makes a slow server begin its answer anew. A server that was started anew does not
// know the part of the page that the box belongs to, and takes nothing from it; a rerun of the whole
// page mends that.
function trigger(s, name, text) {
  const message = `${name} ${text}`;
  const isRepeated = s.sent?.message === message;
  if (isRepeated && Date.now() - s.sent.at < s.sent.wait) return;
  const wait = isRepeated ? Math.min(2 * s.sent.wait, LONGEST_RESEND_MS) : RESEND_MS;
  s.sent = { message, at: Date.now(), wait };
  if (isRepeated) window.shutboxRerun?.();
  s.trigger(name, text);
}

// Play on with what Python holds, unless the turn here is the same one, played further. Then an
// answer to an older step takes away no roll that is known here.
function adopt(s, data) {
  const ours = s.text;
  const isOurs = Boolean(ours) && s.game === data.game && continues(ours, data.turn);
  if (s.data && s.data.words.roll !== data.words.roll) s.message = undefined;
  const { rolls, moreRolls, tables } = s.data ?? data;
  const isOlder = isOurs && rolls.length > data.rolls.length;
  s.data = isOlder ? { ...data, rolls, moreRolls, tables } : data;
  if (isOurs) return;
  s.told = null;
  s.game = data.game;
  s.text = data.turn;
  s.turn = readTurn(data.turn);
  s.chosen = [];
  s.message = undefined;
  if (data.apart) return;
  if (isStarted(s.turn)) keepTurn({ text: s.text, over: isOver(s), game: s.game });
  else if (!data.untouched) leaveTurns(s.text);
}

const isStarted = (turn) => turn.steps.length > 0 || turn.dice !== null;

function receive(s, data) {
  let news = s.heldGame !== data.game;
  s.held = data.turn;
  s.heldGame = data.game;
  if (data.refused) forgetTurn(data.refused);
  if (s.restoring && (data.refused === s.restoring.text || data.turn !== s.restoring.from)) {
    news ||= data.turn === s.restoring.from;
    s.restoring = null;
  }
  // Python was started anew and knows nothing of the turn that is played here.
  const playing = s.turn && isStarted(s.turn) && s.game !== data.game;
  const fits = playing && mayReplace(data, s.text);
  if (data.untouched && fits && !s.askedAgain && data.refused !== s.text) {
    if (!isSeeded(s.text)) s.game = data.game;
    return;
  }
  if (s.told && data.refused?.startsWith(s.told.text)) s.told = null;
  if (s.askedAgain && s.askedGame !== data.game) {
    s.askedAgain = null;
    news = false;
  }
  adopt(s, data);
  const text = news && !data.apart ? turnToRestore(data) : undefined;
  if (text && text !== data.refused) {
    s.restoring = { text, from: data.turn, until: Date.now() + RESTORE_MS };
    trigger(s, "record", stamped(data.game, text));
  }
}

function tick(s) {
  if (s.restoring && Date.now() > s.restoring.until) s.restoring = null;
  if (s.restoring) trigger(s, "record", stamped(s.heldGame, s.restoring.text));
  else send(s);
  draw(s);
}

// ---- keys ----

const TILE_KEYS = { 0: 10, "-": 11, "=": 12, Minus: 11, Equal: 12 };

// The tile that a key chooses: by its place on the keyboard first, since not every language writes
// digits without Shift.
function tileOf(event) {
  const digit = digitOf(event);
  return /^[1-9]$/.test(digit) ? Number(digit) : (TILE_KEYS[event.code] ?? TILE_KEYS[digit]);
}

const digitOf = (event) => /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1] ?? event.key;

// The tile whose number is typed, in a box with more tiles than keys: 1 and then 7 is 17.
function typedTile(s, digit) {
  const isNext = s.typed && Date.now() - s.typed.at < TYPING_MS;
  const numbers = [(isNext ? s.typed.number * 10 : 0) + digit, digit];
  const number = numbers.find((n) => s.data.tables.tiles.includes(n));
  s.typed = { number: number ?? 0, at: Date.now() };
  return number;
}

function onKey(s, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
  // Streamlit listens for single keys on the page; none of ours may reach it.
  event.stopPropagation();
  if (event.key === "Escape" && isLeaving(s)) return leaveBoard(s);
  if (event.key === "Escape") s.showsKeys = false;
  if (event.repeat && (event.key === "Enter" || event.key === " ")) return event.preventDefault();
  if (isKeyOfSupport(s, event) || isKeyOfPad(s, event)) return;
  // Switched off, only what is no shortcut is left: arrows, Escape, and buttons by themselves.
  if (!hasKeys(s) && !/^(Arrow\w+|Escape)$/.test(event.key)) return;
  if (s.data.typesNumbers && /^[0-9]$/.test(digitOf(event))) {
    event.preventDefault();
    const typed = typedTile(s, Number(digitOf(event)));
    if (typed !== undefined) goTo(s, typed);
    return;
  }
  s.typed = null;
  const tile = s.data.typesNumbers ? undefined : tileOf(event);
  const onTile = event.target.closest?.(".tile");
  const onAction = event.target.closest?.(".action, .tool");
  const step = stepOf(s, event.key);
  if (tile !== undefined && s.data.tables.tiles.includes(tile)) toggle(s, tile);
  else if (step && onTile) walk(s, Number(onTile.dataset.tile), step);
  else if (event.key === "Escape") {
    clearTimeout(s.falling);
    s.chosen = [];
    s.message = undefined;
  }
  else if (event.key === "Backspace") undo(s);
  else if (onAction) return;
  else if (event.key === "Enter" && s.turn.dice && (mayShut(s) || !onTile)) act(s, 0);
  else if (event.key === " " && !s.turn.dice && !isOver(s)) act(s, 0);
  else if (event.key === "Enter" && isOver(s)) act(s, 0);
  else if (onTile) return;
  else if (event.key !== " ") return;
  event.preventDefault();
  draw(s);
}

// How far an arrow goes: to the next tile, or to the one above or below it.
function stepOf(s, arrow) {
  const [first, ...others] = s.parts.tiles.children;
  const row = 1 + others.filter((tile) => tile.offsetTop === first.offsetTop).length;
  const down = row < s.data.tables.tiles.length ? row : 1;
  return { ArrowRight: 1, ArrowDown: down, ArrowLeft: -1, ArrowUp: -down }[arrow];
}

function walk(s, from, step) {
  const { tiles } = s.data.tables;
  const at = tiles.indexOf(from) + step;
  if (Math.abs(step) === 1) goTo(s, tiles[(at + tiles.length) % tiles.length]);
  else if (at in tiles) goTo(s, tiles[at]);
}

function goTo(s, tile) {
  s.stop = tile;
  for (const button of s.parts.tiles.children) {
    const here = Number(button.dataset.tile) === tile;
    button.tabIndex = here ? 0 : -1;
    if (here) button.focus();
  }
}

// ---- the component: called again whenever data or theme change, always on the same node ----

// Tables and words come as one text, to be read only when it is another one.
function unpacked(s, { fixed, ...data }) {
  if (s.fixed !== fixed) Object.assign(s, { fixed, unpacked: JSON.parse(fixed) });
  return { ...data, ...s.unpacked };
}

export default function ({ data: packed, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".shutbox");
  const s = (root.shutbox ??= { chosen: [] });
  const data = unpacked(s, packed);
  s.trigger = setTriggerValue;
  if (!s.parts) {
    const find = (name) => root.querySelector(`.${name}`);
    s.parts = { root };
    for (const name of [...PARTS, ...TOOLS]) s.parts[name] = find(name);
    root.onpointerdown = () => onGesture(s);
    root.onclick = (event) => {
      if (s.restoring || isClickOfSupport(s, event) || isClickOnPad(s, event)) return;
      const tile = event.target.closest(".tile");
      const tool = event.target.closest(".tool");
      if (tool) useTool(s, tool);
      else if (tile) toggle(s, Number(tile.dataset.tile));
      else if (s.parts.main.contains(event.target)) return act(s, 0, event);
      else if (s.parts.other.contains(event.target)) return act(s, 1, event);
      draw(s);
    };
    root.onkeydown = (event) => {
      onGesture(s);
      if (!s.restoring) onKey(s, event);
    };
  }
  const waited = Boolean(s.data) && isWaiting(s);
  const before = s.restoring ? undefined : s.game;
  const wasLeaving = s.data?.leaving && !data.leaving;
  // The button that was pressed is gone from the page.
  if (s.data && data.board && !s.data.board) root.focus({ preventScroll: true });
  if (s.sent) s.sent.wait = RESEND_MS;
  receive(s, data);
  if (!s.restoring) send(s);
  draw(s);
  if (waited && !isWaiting(s) && s.parts.prompt.matches(":focus")) moveFocus(s);
  const isIdle = document.activeElement === document.body && matchMedia("(hover: hover)").matches;
  if (!s.greeted && !data.apart && isIdle) {
    if (!isOver(s)) moveFocus(s);
  }
  if (wasLeaving || (before && before !== s.game)) catchFocus(s);
  s.greeted = true;
  window.shutboxOpened = true;
  clearInterval(s.timer);
  s.timer = setInterval(() => tick(s), RESEND_MS);
  return () => clearInterval(s.timer);
}

// For the position editor and for exercises, which look like the box but play nothing.
export {
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
};
