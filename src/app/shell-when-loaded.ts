import { lazyRouteComponent } from '@tanstack/react-router'

/**
 * The frame of every screen behind the sign-in: a file of its own, fetched at once where somebody is probably signed in. Not `React.lazy`, which suspends even when
 * the file is here: what has shown a fallback once, React keeps back for 300 ms, a sixth of a cold start.
 */
export const Shell = lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell')
