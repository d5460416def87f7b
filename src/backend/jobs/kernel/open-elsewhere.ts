// How a refusal names what is open: in this profile, or in another one of the same business.

/** Behind "in this console": which profile, where it is not this one. */
export function inProfile(name: string | null): string {
  return name === null ? '' : `, in the profile “${name}”`;
}

/** What a caller can follow it with. */
export function openDetails(openIntentId: string, profile: string | null): Readonly<Record<string, unknown>> {
  return profile === null ? { openIntentId } : { openIntentId, openProfile: profile };
}
