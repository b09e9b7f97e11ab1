import { Dexie, liveQuery, type Observable, RangeSet } from 'dexie'

/** Re-runs every live query of this page, because a frozen page may have missed writes by other windows. */
export function refreshLiveQueries(): void {
  Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) })
}

/** Observes a read outside React: calls back at once and after each change. */
export function watchQuery<T>(read: () => Promise<T>): Observable<T> {
  return liveQuery(async () => read())
}
