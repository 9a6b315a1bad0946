// Keeps in this browser what was practised, and tells Python what Python does not have. Python alone
// reads these texts; nothing is written over what it has not heard of.

const BROWSER = "localStorage";
const TAB = "sessionStorage";
const KEPT = "shutbox-practice";
const DAMAGED = `${KEPT}-damaged`;
const ERASED = `${KEPT}-erased`;
const ROUND = "shutbox-round";
const TURNS = "shutbox.turns";
const SUMS = "shutbox.sums";
const MOST_CHARACTERS = 200_001;
const MOST_TURNS = 8;
const RESEND_MS = 1500;
const LONGEST_RESEND_MS = 8000;

function get(memory, key) {
  try {
    return window[memory].getItem(key);
  } catch {
    return null;
  }
}

function put(memory, key, text) {
  try {
    if (text) window[memory].setItem(key, text);
    else window[memory].removeItem(key);
  } catch {
    // Practising goes on without a memory.
  }
}

function parsed(memory, key) {
  try {
    return JSON.parse(get(memory, key));
  } catch {
    return null;
  }
}

// The turns that Play keeps, those of this tab first, each with what was noted of its sums.
function games() {
  const sums = parsed(BROWSER, SUMS) ?? {};
  const byGame = new Map();
  for (const turn of [TAB, BROWSER].flatMap((memory) => parsed(memory, TURNS) ?? [])) {
    if (typeof turn?.text !== "string") continue;
    const head = turn.text.split("_")[0];
    const game = head.includes("~") ? head : turn.game;
    if (!byGame.has(game)) byGame.set(game, [turn.text, sums[game] ?? {}]);
  }
  return [...byGame.values()].slice(0, MOST_TURNS);
}

const erasedAt = () => Number(get(BROWSER, ERASED)) || 0;

function erase(s) {
  for (const key of [KEPT, DAMAGED, SUMS]) put(BROWSER, key, null);
  put(TAB, ROUND, null);
  put(BROWSER, ERASED, String(s.data.erased));
  Object.assign(s, { told: null, known: null, erased: erasedAt(), games: undefined });
  clearTimeout(s.timer);
}

// Sent again until Python has answered: what is sent while the connection is down is lost.
function post(s) {
  clearTimeout(s.timer);
  s.timer = setTimeout(() => {
    s.wait = Math.min(2 * s.wait, LONGEST_RESEND_MS);
    window.shutboxRerun?.();
    post(s);
  }, s.wait);
  s.trigger("kept", s.told.message);
}

function tell(s, news) {
  s.number = Math.max(Date.now(), (s.number ?? 0) + 1);
  const kept = news.kept?.slice(0, MOST_CHARACTERS);
  s.told = { ...news, message: { ...news, kept, number: s.number } };
  s.wait = RESEND_MS;
  post(s);
}

function hear(s) {
  const { kept, erased, games } = s.told;
  clearTimeout(s.timer);
  if (s.data.damaged === s.number && kept === get(BROWSER, KEPT)) {
    // First removed: there may be no room for both.
    put(BROWSER, KEPT, null);
    put(BROWSER, DAMAGED, kept);
  }
  Object.assign(s, { told: null, erased, games: games ?? s.games });
  if (kept !== undefined) s.known = kept;
}

// What Python does not have; undefined if there is nothing.
function newsFor(s, isMounted) {
  const { data } = s;
  const news = { erased: erasedAt() };
  const kept = get(BROWSER, KEPT);
  if (kept !== null && kept !== s.known && kept !== data.facts) news.kept = kept;
  if (s.isNew) {
    const round = get(TAB, ROUND);
    if (round && round !== data.round) news.round = round;
  }
  if (isMounted || !s.games) {
    const found = games();
    if (JSON.stringify(found) === JSON.stringify(s.games ?? [])) s.games = found;
    else news.games = found;
  }
  s.isNew = false;
  return Object.keys(news).length > 1 || news.erased !== s.erased ? news : undefined;
}

function keep(s, isMounted = false) {
  const { data } = s;
  if (data.erased > erasedAt()) erase(s);
  if (s.told && data.heard === s.number) hear(s);
  const news = s.told ? undefined : newsFor(s, isMounted);
  if (news) tell(s, news);
  else if (s.told && isMounted) post(s);
  if (s.told) return;
  if (data.facts && data.facts !== get(BROWSER, KEPT)) put(BROWSER, KEPT, data.facts);
  s.known = get(BROWSER, KEPT);
  if (data.round !== (get(TAB, ROUND) ?? "")) put(TAB, ROUND, data.round);
}

// Another tab has erased everything.
function onStorage(event) {
  if (event.key === ERASED && window.shutboxPractice.host) keep(window.shutboxPractice);
}

export default function ({ data, parentElement, setTriggerValue }) {
  const host = parentElement.host ?? parentElement;
  // Another page and back is another node, but the same session.
  let s = window.shutboxPractice;
  if (!s) window.addEventListener("storage", onStorage);
  if (s?.session !== data.session) {
    clearTimeout(s?.timer);
    s = window.shutboxPractice = { session: data.session, isNew: true, erased: erasedAt() };
  }
  const isMounted = s.host !== host || s.isNew;
  Object.assign(s, { data, host, trigger: setTriggerValue });
  keep(s, isMounted);
  return () => {
    clearTimeout(s.timer);
    if (s.host === host) s.host = null;
  };
}
