/**
 * Brings the colour scheme of the settings onto the page. Before they are read, that of the console's former run holds, the last choice of
 * this browser, or the system's. Not here: choosing it (features/settings).
 */
import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useCall, useLastKnown } from '../bridge/index.ts';

/** Renders nothing. */
export function ColourScheme(): null {
  const known = useLastKnown()?.colourScheme;
  const scheme = useCall('settings.get', {}).data?.colourScheme ?? known;
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (scheme !== undefined) setColorScheme(scheme);
  }, [scheme, setColorScheme]);
  return null;
}
