// The sounds of the box, made by the browser itself: wood on wood, dice in a tray, a quiet chord.
// They add to what is seen and never say anything alone; a browser without WebAudio stays silent.

const LOUDNESS = 0.5;
const LOWEST_HERTZ = 420;
const OCTAVES_OF_TILES = 1.6;
const TILE_AFTER_TILE_SECONDS = 0.07;
const KNOCKS_OF_A_ROLL = 7;
const CHORD_HERTZ = [261.6, 329.6, 392, 523.3];

let context = null;
let out = null;

// Browsers allow sound from the first tap or key on; called at every one of them.
export function wake() {
  quietly(() => {
    const Context = window.AudioContext ?? window.webkitAudioContext;
    if (!context && Context) {
      context = new Context();
      out = context.createGain();
      out.gain.value = LOUDNESS;
      out.connect(context.destination);
    }
    if (context?.state === "suspended") context.resume();
  });
}

// Tiles that fall one after the other: the higher the number, the lower the clack.
export function clack(tiles, all, afterSeconds) {
  quietly(() => {
    tiles.forEach((tile, n) => {
      const height = all.length > 1 ? 1 - all.indexOf(tile) / (all.length - 1) : 1;
      const hertz = LOWEST_HERTZ * 2 ** (OCTAVES_OF_TILES * height);
      knock(afterSeconds + n * TILE_AFTER_TILE_SECONDS, hertz, 0.9);
    });
  });
}

export function rattle(seconds) {
  quietly(() => {
    for (let n = 0; n < KNOCKS_OF_A_ROLL; n++) {
      const place = (n + Math.random() * 0.6) / KNOCKS_OF_A_ROLL;
      knock(seconds * place, 1500 + 900 * Math.random(), 0.45 * (1 - place * 0.5));
    }
  });
}

export function chord(afterSeconds) {
  quietly(() => {
    CHORD_HERTZ.forEach((hertz, n) => tone(afterSeconds + n * 0.06, hertz, 1.2, 0.14));
  });
}

// A game without sound is better than no game.
function quietly(play) {
  try {
    play();
  } catch {
    context = null;
  }
}

function fade(start, seconds, loudness) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(loudness, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  gain.connect(out);
  return gain;
}

// A knock on wood: a breath of noise around one pitch, and the body of the wood below it.
function knock(after, hertz, loudness) {
  if (!context) return;
  const start = context.currentTime + after;
  const length = Math.ceil(context.sampleRate * 0.03);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < length; n++) samples[n] = (Math.random() * 2 - 1) * (1 - n / length);
  const noise = context.createBufferSource();
  noise.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = hertz;
  filter.Q.value = 3;
  noise.connect(filter);
  filter.connect(fade(start, 0.06, loudness));
  noise.start(start);
  tone(after, hertz / 2, 0.07, loudness * 0.6);
}

function tone(after, hertz, seconds, loudness) {
  if (!context) return;
  const start = context.currentTime + after;
  const oscillator = context.createOscillator();
  oscillator.type = "sine";
  oscillator.frequency.value = hertz;
  oscillator.connect(fade(start, seconds, loudness));
  oscillator.start(start);
  oscillator.stop(start + seconds);
}
