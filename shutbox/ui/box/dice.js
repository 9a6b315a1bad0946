// The pad for real dice, dominoes and cards: one button for everything that can show. What there is,
// and how many of it, comes from Python (`pad` in tables.py).

const TYPING_MS = 1500;
const MOST_IN_A_ROW = 12;
const MOST_DOMINOES_IN_A_ROW = 8;
const keyOf = (piece) => piece.join(".");

// What is entered: a place for every die, null while it is empty.
export function freshEntry(of, most, pad, steps, inRows) {
  const { pieces, copies } = pad;
  const each = pieces[0].length;
  const left = copies && new Map(pieces.map((piece, n) => [keyOf(piece), copies[n]]));
  for (const faces of left ? steps.map((step) => step.dice) : []) {
    for (let at = 0; at < faces.length; at += each) {
      const drawn = keyOf(faces.slice(at, at + each).sort((a, b) => a - b));
      left.set(drawn, left.get(drawn) - 1);
    }
  }
  return { of, pieces, left, inRows, places: Array(most).fill(null), stop: 0 };
}

export const filled = (entry) => entry.places.filter(Boolean);

const remaining = (entry, piece) =>
  entry.left
    ? entry.left.get(keyOf(piece)) - filled(entry).filter((p) => keyOf(p) === keyOf(piece)).length
    : 1;

// Puts a piece into its place, or the next empty one; a single one is exchanged. The same piece
// again empties its place. Says whether there was one of it left.
export function enter(entry, piece, place) {
  const { places } = entry;
  const empty = places.indexOf(null);
  const at = place ?? (places.length === 1 ? 0 : empty);
  if (at < 0) return true;
  const isSame = places[at] && keyOf(places[at]) === keyOf(piece);
  if (isSame && place !== undefined) places[at] = null;
  else if (isSame) return true;
  else if (remaining(entry, piece) < 1) return false;
  else places[at] = piece;
  return true;
}

// Empties a place, by default the last one that is filled.
export function takeOut(entry, place) {
  const last = entry.places.findLastIndex(Boolean);
  const at = place ?? last;
  if (at >= 0) entry.places[at] = null;
}

// The piece that a key means: a face, the second half of a domino, or a number of two digits, which
// takes the place of its first one.
export function typedPiece(entry, digit, number) {
  const find = (faces) => entry.pieces.find((piece) => keyOf(piece) === keyOf(faces));
  if (entry.pieces[0].length === 2) {
    if (!/^[0-9]$/.test(digit)) return undefined;
    const typed = Number(digit);
    const { half } = entry;
    entry.half = half === undefined ? typed : undefined;
    return half === undefined ? undefined : find([half, typed].sort((a, b) => a - b));
  }
  if (entry.pieces.length <= 12) return find([number]);
  if (!/^[0-9]$/.test(digit)) return undefined;
  const before = entry.typed && Date.now() - entry.typed.at < TYPING_MS ? entry.typed.number : 0;
  const longer = before ? find([before * 10 + Number(digit)]) : undefined;
  if (longer) takeOut(entry);
  entry.typed = { number: longer ? 0 : Number(digit), at: Date.now() };
  return longer ?? find([Number(digit)]);
}

function button(className, dataset) {
  const node = document.createElement("button");
  node.type = "button";
  node.className = className;
  Object.assign(node.dataset, dataset);
  return node;
}

function group(className, label) {
  const node = document.createElement("div");
  node.className = className;
  node.role = "group";
  node.ariaLabel = label;
  return node;
}

// A row of faces for each of one or two dice, or one pad that fills the places one after the other.
export function drawPad(root, entry, look) {
  const rows = entry.inRows ? entry.places.length : 1;
  const signature = `${look.of} ${rows} ${entry.pieces.length}`;
  if (root.drawn !== signature) {
    root.drawn = signature;
    root.replaceChildren(
      ...[...Array(rows).keys()].map((row) => {
        const line = group("row", look.labels[row]);
        const most = entry.pieces[0].length > 1 ? MOST_DOMINOES_IN_A_ROW : MOST_IN_A_ROW;
        const lines = Math.ceil(entry.pieces.length / most);
        line.style.setProperty("--in-a-row", Math.ceil(entry.pieces.length / lines));
        line.append(
          ...entry.pieces.map((piece, n) => {
            const place = entry.inRows ? { place: row } : {};
            const stop = row * entry.pieces.length + n;
            const face = button("face", { piece: n, stop, ...place });
            face.append(look.draw(piece, row));
            face.ariaLabel = look.name(piece, row);
            return face;
          }),
        );
        return line;
      }),
    );
  }
  for (const face of root.querySelectorAll(".face")) {
    const piece = entry.pieces[face.dataset.piece];
    const places = entry.inRows ? [entry.places[face.dataset.place]] : entry.places;
    const isIn = places.some((p) => p && keyOf(p) === keyOf(piece));
    face.ariaPressed = entry.inRows || entry.places.length === 1 ? String(isIn) : null;
    face.classList.toggle("in", isIn);
    face.ariaDisabled = String(!isIn && remaining(entry, piece) < 1);
    face.tabIndex = Number(face.dataset.stop) === entry.stop ? 0 : -1;
  }
}

// Above the pad the places; a tap on a filled one empties it.
export function drawSlots(root, entry, look) {
  let slots = root.querySelector(".slots");
  if (!slots) root.prepend((slots = group("slots", look.labels[0])));
  const signature = `${look.of} ${entry.places.map((p) => p && keyOf(p))}`;
  if (slots.dataset.drawn === signature) return;
  slots.dataset.drawn = signature;
  const focused = slots.getRootNode().activeElement?.dataset.place;
  slots.replaceChildren(
    ...entry.places.map((piece, place) => {
      if (!piece) {
        const gap = document.createElement("span");
        gap.className = "gap";
        gap.append(look.draw(entry.pieces[0].map(() => null)));
        return gap;
      }
      const slot = button("slot", { place });
      slot.append(look.draw(piece));
      slot.ariaLabel = look.takeBack(look.name(piece, 0));
      return slot;
    }),
  );
  if (focused !== undefined) root.querySelector('[tabindex="0"]').focus({ preventScroll: true });
}

// Arrows go from button to button; says whether the key was one of them.
export function walkPad(root, entry, from, key) {
  if (!from?.dataset.stop) return false;
  const faces = [...root.querySelectorAll(".face")];
  const { top } = faces[0].getBoundingClientRect();
  const row = faces.filter((face) => face.getBoundingClientRect().top === top).length;
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: row, ArrowUp: -row }[key];
  if (!step) return false;
  const to = Number(from.dataset.stop) + step;
  if (to in faces) {
    entry.stop = to;
    for (const face of faces) face.tabIndex = Number(face.dataset.stop) === to ? 0 : -1;
    faces[to].focus();
  }
  return true;
}
