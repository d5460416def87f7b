/**
 * Brings the colour scheme of the settings onto the page. Before they are read, the last choice of this browser holds, or the system's. Not here: choosing it (features/settings).
 */
import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useCall } from '../bridge/index.ts';

/** Renders nothing. */
export function ColourScheme(): null {
  const scheme = useCall('settings.get', {}).data?.colourScheme;
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (scheme !== undefined) setColorScheme(scheme);
  }, [scheme, setColorScheme]);
  return null;
}
