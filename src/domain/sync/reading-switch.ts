// What a person can do about the reading of a business's lists, wherever a switch for it stands: the frame, the palette, the settings, the tray.

/** How the reading stands. `idle`: everything was read, and the next look comes by itself. `stopped`: a person has to mend something first. */
export const READING_STATES = ['idle', 'running', 'waiting', 'paused', 'stopped'] as const;
export type ReadingState = (typeof READING_STATES)[number];

/** `check`: look again now, instead of when the next look would come, or although something stopped it. */
export type ReadingDeed = 'pause' | 'resume' | 'check';

const DEEDS: Readonly<Record<ReadingState, readonly ReadingDeed[]>> = {
  idle: ['pause', 'check'],
  running: ['pause'],
  waiting: ['pause'],
  paused: ['resume'],
  stopped: ['check'],
};

/** Whether the deed makes sense while the reading stands so. */
export function canDo(deed: ReadingDeed, state: ReadingState): boolean {
  return DEEDS[state].includes(deed);
}

export function readingCall(deed: ReadingDeed): 'sync.pause' | 'sync.start' {
  return deed === 'pause' ? 'sync.pause' : 'sync.start';
}
