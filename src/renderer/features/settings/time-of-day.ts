/** A time of day as people type it. Pure. Not here: the field (notifications-panel.tsx). */

/** "18:30" of "18:30", "18.30", "1830" or "18"; null for anything else. All clocks of the console have 24 hours, whatever the system's has. */
export function typedTime(text: string): string | null {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.]?([0-5]\d))?$/.exec(text.trim()) ?? [];
  if (hours === undefined || Number(hours) > 23) return null;
  return `${hours.padStart(2, '0')}:${minutes}`;
}
