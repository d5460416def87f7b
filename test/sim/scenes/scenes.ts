/**
 * What goes wrong in the middle of a work, together with the people who do just that work then: by themselves the two hardly ever fall together. Drawn from a
 * stream of its own, so that the rest of a world is what it would be without. Not here: how each is done (people.ts, simulation.ts).
 */
import { type Stream, streamOf } from '../chance.ts';
import { BESIDE_PAGES, LOSS_BESIDE_PAGES, rarely } from './calm.ts';
import type { Fault } from '../faults/faults.ts';
import { LATER_PAGE_READ, PAGE_READ, type SceneStep } from '../moments.ts';
import type { Act, Deed } from './acts.ts';
import { leftAtTheEnd, type Scene, UNCLEAR } from './unclear.ts';

/** Deeds with how long after the begin each is done; with a choice where only that does what the scene is about. */
type Doing = readonly (readonly [deed: Deed, afterMs: number, choice?: number])[];
type Death = readonly [SceneStep, Doing];
type Deaths = readonly [Death, ...Death[]];

/** Of a note, the choice of whoever has not heard of it and asks again; of a file, that of many rows (support-week.ts). */
const ONCE_MORE = 0.2;
const MANY_ROWS = 0.9;
/** Whether the profile may write (desk.ts). */
const [MAY_NOT, MAY] = [0.1, 0.9];

/** Where the process ends, and what people do meanwhile: of an order or a note that nobody heard of they ask again. */
const DEATHS: Deaths = [
  [
    'a resend leaves',
    [
      ['resend', 500],
      ['resend', 9_000],
      ['run', 2_000],
    ],
  ],
  [
    'resends.advance',
    [
      ['resend', 500],
      ['run', 4_000],
    ],
  ],
  [
    'bulk.turn',
    [
      ['run', 500],
      ['orders from a file', 1_000],
    ],
  ],
  [
    'bulk.settle',
    [
      ['orders from a file', 500],
      ['run', 4_000],
    ],
  ],
  [
    'an order leaves',
    [
      ['create', 500],
      ['orders from a file', 1_000],
    ],
  ],
  [
    'creates.advance',
    [
      ['create', 500],
      ['orders from a file', 1_000],
    ],
  ],
  [
    'bulk.begin',
    // While orders of it wait: of a file whose orders are all made nothing is begun.
    [
      ['orders from a file', 500, MANY_ROWS],
      ['orders from a file', 6_000],
    ],
  ],
  [
    'notes.add',
    [
      ['write a note', 500],
      ['write a note', 20_000, ONCE_MORE],
      ['write a note', 40_000, ONCE_MORE],
    ],
  ],
  ['imports.append', [['import', 500]]],
  ['imports.commit', [['import', 500]]],
];
/** Of an export that is made by itself. */
const EXPORT_DEATHS: Deaths = [
  [
    'schedules.place',
    [
      ['schedule an export', 500],
      ['make a scheduled export', 3_000],
      ['make a scheduled export', 6_000],
    ],
  ],
  [
    'schedules.end',
    // Made once: whoever makes it again gives what lies there its name.
    [
      ['schedule an export', 500],
      ['make a scheduled export', 3_000],
      ['look', 6_000],
    ],
  ],
];
const ONCE: ReadonlySet<SceneStep> = new Set<SceneStep>(['bulk.begin', 'schedules.place', 'schedules.end']);
/** Where the books are kept that lie there again later. */
const KEPT: readonly [SceneStep, ...SceneStep[]] = [
  'resends.advance',
  'resends.advance',
  'creates.advance',
  'bulk.turn',
];

type Draw = (from: number, chance: Stream) => Scene;

const DRAWS: Readonly<Record<string, Draw>> = {
  'a death in a write': (from, chance) => deathIn(DEATHS, from, chance),
  'a death in another write': (from, chance) => deathIn(DEATHS, from, chance),
  'a death in a scheduled export': (from, chance) => deathIn(EXPORT_DEATHS, from, chance),
  'books of the middle of a write': (from, chance) => {
    const step = chance.pick(KEPT);
    // Before a sitting ends: what lies there then takes the place of what was kept.
    const later = from + chance.between(20_000, 45_000);
    const keep: Fault = { kind: 'moment', from, what: 'keep', step, when: 'before', passes: chance.pick([0, 0, 1]) };
    return {
      faults: [keep, { kind: 'put back', from: later, what: 'books' }],
      acts: [
        ...done(from, chance, [
          ['resend', 500],
          ['run', 1_000],
          ['orders from a file', 1_500],
          ['create', 2_000],
        ]),
        { at: later + 15_000, deed: 'decide what was restored', choice: 0.3 },
        { at: later + 20_000, deed: 'decide what was restored', choice: 0.3 },
      ],
    };
  },
  'a crowd that dies': (from, chance) => ({
    faults: [{ kind: 'crash', from: from + chance.between(3_000, 20_000) }],
    acts: done(from, chance, [
      ['a crowd', 500],
      ['a crowd', 12_000],
      ['a crowd', 21_000],
    ]),
  }),
  'a crowd without answers': (from, chance) => ({
    faults: [{ kind: 'line', from, forMs: 90_000, fault: 'lost before', share: 0.3 }],
    acts: done(from, chance, [
      ['a crowd', 500],
      ['many at once', 20_000],
      ['a crowd', 40_000],
    ]),
  }),
  'answers that cross': (from, chance) => ({
    faults: [{ kind: 'line', from, forMs: 60_000, fault: 'overtaken', share: 0.45 }],
    acts: done(from, chance, [
      ['look twice', 500],
      ['look twice', 12_000],
      ['look twice', 24_000],
      ['look twice', 36_000],
    ]),
  }),
  'a refusal with a time': (from, chance) => ({
    faults: [
      {
        kind: 'limit',
        from,
        forMs: 60_000,
        code: 'RATE_LIMITED',
        hint: chance.pick(['both', 'header', 'body']),
        share: 0.6,
      },
    ],
    acts: done(from, chance, [
      ['fresh', 2_000],
      ['fresh', 8_000],
      ['resend', 15_000],
      ['fresh', 30_000],
      ['fresh', 50_000],
    ]),
  }),
  'too soon': (from, chance) => ({
    faults: [
      { kind: 'limit', from: from + 1_500, forMs: 60_000, code: 'WEBHOOK_RESEND_TOO_SOON', hint: 'body', share: 0.45 },
    ],
    acts: done(from, chance, [
      ['run', 500],
      ['resend', 9_000],
    ]),
  }),
  'a script with a refused key': (from, chance) => ({
    faults: [{ kind: 'key', from, forMs: 60_000, what: chance.pick(['revoked', 'rotated']) }],
    acts: done(from, chance, [
      ['many at once', 3_000],
      ['fresh', 20_000],
    ]),
  }),
  'a server that stumbles': (from, chance) => ({
    faults: [{ kind: 'line', from, forMs: 90_000, fault: 'error 500', share: 1 }],
    acts: done(from, chance, [
      ['fresh', 1_000],
      ['resend', 20_000],
    ]),
  }),
  'the same order, without an answer': (from, chance) => ({
    faults: [
      {
        kind: 'line',
        from: from + 10_000,
        forMs: 45_000,
        fault: chance.pick(['lost after', 'cut', 'not json', 'html']),
        share: 0.9,
      },
    ],
    acts: [
      { at: from, deed: 'create', choice: 0.1 },
      { at: from + 11_000, deed: 'create', choice: 0.1 },
      // Leaves while answers are lost.
      { at: from + 12_000, deed: 'create', choice: 0.22 },
      ...done(from, chance, [
        ['create', 14_000],
        ['orders from a file', 15_000],
        ['create', 30_000],
      ]),
    ],
  }),
  'an impatient person': people([
    ['resend impatiently', 0],
    ['resend impatiently', 40_000],
  ]),
  'a window that locks': people([
    ['lock at work', 0],
    ['look', 12_000],
    ['lock at work', 30_000],
    ['look', 40_000],
  ]),
  'a case of before': people([['open a case again', 0]]),
  'a closed record': people([
    ['close', 0],
    ['correct twice', 30_000],
    ['correct twice', 60_000],
  ]),
  'a file of before': people([
    ['import', 0],
    ['import', 15_000],
    ['undo an earlier import', 35_000],
    ['import', 45_000],
  ]),
};
const ALL: Readonly<Record<string, Draw>> = { ...DRAWS, ...UNCLEAR };
/** No scene begins earlier. */
const FIRST_MS = 20_000;
/** A scene wants so much time at least. */
const SHORTEST_MS = 60_000;
/** In a calm world the next one begins so long after the last of what one is made of. */
const APART_MS = 15_000;
/** Of another world, at least and at most. */
const COUNT = [2, 4] as const;
/** Of all worlds, those that have one of what stays unclear besides. */
const SOME = 0.4;

function deathIn(deaths: Deaths, from: number, chance: Stream): Scene {
  const [step, doing] = chance.pick(deaths);
  const when = chance.pick<'before' | 'after'>(['before', 'after']);
  const some = chance.pick([0, 0, 1]);
  // What is begun once, or writes the same file again, shows nothing at its second time.
  const passes = ONCE.has(step) ? 0 : some;
  // A note that is not written yet nobody hears of where the process ends; where the writer does, its people are answered.
  const fault: Fault =
    step === 'notes.add' && when === 'before'
      ? { kind: 'writer', from, command: step, when: 'death-before' }
      : { kind: 'moment', from, what: 'death', step, when, passes };
  return { faults: [fault], acts: done(from, chance, doing) };
}

function people(doing: Doing): Draw {
  return (from, chance) => ({ faults: [], acts: done(from, chance, doing) });
}

function done(from: number, chance: Stream, doing: Doing): readonly Act[] {
  return doing.map(([deed, afterMs, only]) => {
    const choice = chance.next();
    return { at: from + afterMs, deed, choice: only ?? choice };
  });
}

function drawnOf(draws: Readonly<Record<string, Draw>>, chance: Stream, at: (chance: Stream) => number): Scene {
  const names = Object.keys(draws);
  const draw = draws[names[chance.between(0, names.length - 1)] ?? ''];
  return draw?.(at(chance), chance) ?? { faults: [], acts: [] };
}

/** One after the other, each within a sitting where it can be; at times one more, which the end of the last sitting cuts short. */
function inTurn(seed: number, chance: Stream, openMs: number, sittingMs: number): readonly Scene[] {
  const scenes = chance.is(SOME) ? [leftAtTheEnd(openMs)] : [];
  // Before any list is proved again.
  if (rarely(seed, 'a close at dawn') !== null)
    scenes.push({ faults: [], acts: [{ at: sittingMs + 700, deed: 'close', choice: 0.9 }] });
  const writer = rarely(seed, 'a writer that dies of a resend');
  // In the last sitting, which no start of the console follows.
  if (writer !== null)
    scenes.push(writerThatDies(openMs - sittingMs + writer.between(FIRST_MS, sittingMs / 2), writer));
  const rare = [...besides(seed)];
  for (let from = FIRST_MS; from < openMs - SHORTEST_MS; ) {
    const besideOthers = from > sittingMs ? rare.shift() : undefined;
    const scene = besideOthers?.(from) ?? drawnOf(ALL, chance, () => from);
    scenes.push(scene);
    from = endOf(scene) + APART_MS;
    const leftMs = sittingMs - (from % sittingMs);
    if (leftMs < SHORTEST_MS) from += leftMs + FIRST_MS;
  }
  return scenes;
}

const endOf = ({ faults, acts }: Scene): number =>
  Math.max(
    ...faults.map((fault) => fault.from + ('forMs' in fault && fault.kind !== 'sleep' ? fault.forMs : 0)),
    ...acts.map(({ at }) => at),
  );

/** Those that fall together with whatever else there is. */
function strewn(seed: number, chance: Stream, openMs: number): readonly Scene[] {
  const anywhere = (stream: Stream): number => stream.between(FIRST_MS, Math.max(FIRST_MS, openMs - SHORTEST_MS));
  const scenes = Array.from({ length: chance.between(...COUNT) }, () => drawnOf(DRAWS, chance, anywhere));
  const unclear = streamOf(seed, 'unclear scenes');
  if (unclear.is(SOME)) scenes.push(drawnOf(UNCLEAR, unclear, anywhere));
  return scenes;
}

/** Putting a copy of the books back takes so long at most. */
const RESTORE_MS = 1_500;
/** The third is the first that somebody waits after. */
const WRONG_TRIES = [3_000, 4_500, 6_000];
/** The choice of whoever does not open a lock first (people.ts). */
const SEES_NO_LOCK = 0.15;
/** What some calm worlds have besides, from the second sitting on: copies are there by then. */
const RARE: Readonly<Record<string, Draw>> = {
  'a death in a restore': (from, chance) => ({
    faults: [{ kind: 'crash', from: from + chance.between(1, RESTORE_MS) }],
    acts: done(from, chance, [['put a copy back', 0]]),
  }),
  'a run in older books': (from, chance) => {
    const keep: Fault = {
      kind: 'moment',
      from,
      what: 'keep',
      step: 'bulk.turn',
      when: 'before',
      passes: chance.pick([0, 1, 2]),
    };
    const later = from + chance.between(12_000, 30_000);
    return {
      faults: [keep, { kind: 'put back', from: later, what: 'books' }],
      acts: [
        { at: from + 500, deed: 'run', choice: chance.next() / 2 },
        { at: later + 8_000, deed: 'decide what was restored', choice: 0.3 },
        { at: later + 14_000, deed: 'decide what was restored', choice: 0.3 },
      ],
    };
  },
  // What the second file repeats is left out of it; once the first one is taken back it is in neither.
  'an import beside an undo': (from, chance) => ({
    faults: [
      {
        kind: 'moment',
        from: from + 19_900,
        what: 'undo',
        step: 'imports.append',
        when: 'before',
        passes: chance.between(0, 1),
      },
    ],
    acts: done(from, chance, [
      ['import', 0, 0.1],
      ['import', 20_000, MANY_ROWS],
    ]),
  }),
  // Counted beside it, the order that was made here takes the place of the one that nobody has read.
  [BESIDE_PAGES]: (from) => ({
    faults: [0, 20_000, 40_000, 60_000].map((later) => ({
      kind: 'moment',
      from: from + later,
      what: 'orders',
      step: PAGE_READ,
      when: 'before',
      passes: 0,
    })),
    acts: [],
  }),
  // Counted as if lists only grew, what is gone takes the place of what was not read yet. The first goes in the first walk, of which every row is new.
  [LOSS_BESIDE_PAGES]: (from) => ({
    faults: [loss('loss and cut', 1, 1), loss('loss', from, 0), loss('loss', from + 45_000, 0)],
    acts: [],
  }),
  'a run without a network': (from, chance) => ({
    faults: [{ kind: 'line', from: from + 1_500, forMs: 25_000, fault: 'no network', share: chance.pick([0.5, 1]) }],
    acts: done(from, chance, [
      ['run', 0],
      ['orders from a file', 1_000, MANY_ROWS],
    ]),
  }),
  'a start after wrong passphrases': (from, chance) => ({
    faults: [{ kind: 'crash', from: from + 9_000 }],
    acts: done(from, chance, [
      ['lock', 0],
      ...WRONG_TRIES.map((afterMs) => ['type a wrong passphrase', afterMs, SEES_NO_LOCK] as const),
      ['unlock', 9_500],
      ['unlock', 11_000],
      ['unlock', 60_000],
    ]),
  }),
  'a sleep behind an open lock': (from, chance) => ({
    faults: [{ kind: 'sleep', from: from + 15_000, forMs: 3_600_000 }],
    acts: done(from, chance, [
      ['lock', 0],
      ['unlock', 3_000, 0.5],
      ['unlock', 8_000, 0.5],
      ['look', 28_000, SEES_NO_LOCK],
      ['look', 31_000, SEES_NO_LOCK],
      ['unlock', 40_000, 0.5],
      ['unlock', 55_000, 0.5],
    ]),
  }),
  // What waits for its turn when nobody may write any more.
  'reading only while writes wait': (from, chance) => ({
    faults: [{ kind: 'limit', from, forMs: 1_500, code: 'RATE_LIMITED', hint: 'both', share: 1 }],
    acts: done(from, chance, [
      ['fresh', 500],
      ['create', 2_000],
      ['resend', 2_500],
      ['read only', 4_000, MAY_NOT],
      ['read only', 110_000, MAY],
    ]),
  }),
  'an hour named to many': (from, chance) => ({
    faults: [{ kind: 'limit', from, forMs: 20_000, code: 'RATE_LIMITED', hint: 'long', share: 0.2 }],
    acts: done(from, chance, [
      ['many at once', 500],
      ['fresh', 30_000],
    ]),
  }),
};

function loss(what: 'loss' | 'loss and cut', from: number, passes: number): Fault {
  return { kind: 'moment', from, what, step: LATER_PAGE_READ, when: 'before', passes };
}

/** The process goes on: what was under way is brought to its end there. */
function writerThatDies(from: number, chance: Stream): Scene {
  return {
    faults: [
      {
        kind: 'writer',
        from,
        command: chance.pick(['resends.', 'creates.', 'bulk.begin']),
        when: chance.pick(['death-before', 'death-after']),
      },
    ],
    acts: done(from, chance, [
      ['resend', 500],
      ['create', 1_000],
      ['run', 2_000],
      ['resend', 9_000],
    ]),
  };
}

function besides(seed: number): readonly ((from: number) => Scene)[] {
  return Object.entries(RARE).flatMap(([name, draw]) => {
    const chance = rarely(seed, name);
    return chance === null ? [] : [(from: number) => draw(from, chance)];
  });
}

/** Those of the world of a seed of so much open time. */
export function scenesOf(seed: number, openMs: number, sittingMs: number, isCalm: boolean): Scene {
  const chance = streamOf(seed, 'scenes');
  const scenes = isCalm ? inTurn(seed, chance, openMs, sittingMs) : strewn(seed, chance, openMs);
  return { faults: scenes.flatMap(({ faults }) => faults), acts: scenes.flatMap(({ acts }) => acts) };
}
