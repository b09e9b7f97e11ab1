import { Dexie, liveQuery, type Observable, RangeSet } from 'dexie'

/** Has every live query of this page ask again: while the page stood still, it may not have heard others' writes. */
export function refreshLiveQueries(): void {
  Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) })
}

/** For code without React: calls back at once and after each change. */
export function watch<T>(read: () => Promise<T>): Observable<T> {
  return liveQuery(async () => read())
}
