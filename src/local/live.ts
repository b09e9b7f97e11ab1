import { Dexie, liveQuery, type Observable, RangeSet } from 'dexie'

/**
 * Re-runs every live query of this page. Needed after the page was frozen, because it may have missed writes by other
 * windows.
 */
export function refreshLiveQueries(): void {
  Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) })
}

/** Observes a query outside React: notifies at once and after each change. */
export function watchQuery<T>(read: () => Promise<T>): Observable<T> {
  return liveQuery(async () => read())
}
