import type { OpenVisit } from './visit.ts'

/** Minimum milliseconds between reports of activity, which keep the session open while a long form is filled in. */
const ACTIVITY_REPORT_INTERVAL_MS = 4 * 60_000

/** Seconds before the end in which the citizen is warned (WCAG 2.2.1); at most half of the idle time. */
const WARNING_SECONDS = 60

/**
 * Calls `over` once, after `rest` seconds without typing or pointing. Calls `warn` with true shortly before, and with
 * false when the citizen acts. Timers do not run while a machine sleeps, so the clock is also checked when the page
 * becomes visible and before each action.
 * @param rest seconds
 */
export function watchIdleTime(
  open: Pick<OpenVisit, 'isStill'>,
  rest: number,
  { warn, over }: { readonly warn: (isNearEnd: boolean) => void; readonly over: () => void },
): void {
  let [seen, reply] = [Date.now(), Date.now()]
  let later: ReturnType<typeof setTimeout> | undefined
  const listening = new AbortController()
  const start = () => [
    setTimeout(() => warn(true), (rest - Math.min(WARNING_SECONDS, rest / 2)) * 1000),
    setTimeout(end, rest * 1000),
  ]
  const end = (): void => {
    timers.forEach(clearTimeout)
    clearTimeout(later)
    listening.abort()
    over()
  }
  let timers = start()
  const isOver = (): boolean => {
    const isIdle = Date.now() - seen >= rest * 1000
    if (isIdle) end()
    return isIdle
  }
  const report = (): void => {
    clearTimeout(later)
    later = undefined
    reply = Date.now()
    void open.isStill()
  }
  const active = (): void => {
    if (isOver()) return
    seen = Date.now()
    timers.forEach(clearTimeout)
    timers = start()
    warn(false)
    // Also reports the last activity, so that the server never ends the session before this page does.
    const wait = reply + ACTIVITY_REPORT_INTERVAL_MS - seen
    if (wait <= 0) report()
    else later ??= setTimeout(report, wait)
  }
  const { signal } = listening
  for (const event of ['keydown', 'pointerdown'] as const) addEventListener(event, active, { signal, capture: true })
  addEventListener('pageshow', isOver, { signal })
  document.addEventListener('visibilitychange', isOver, { signal })
}
