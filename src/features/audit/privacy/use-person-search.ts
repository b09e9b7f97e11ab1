import { useRef, useState } from 'react'
import { type RequestFailure, toProblem } from '#domain/endpoints/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { findPerson, type PersonPage, type PersonRecordListItem, type PersonIdentifier } from '#domain/privacy/index.ts'
import { useEndpointCall } from '#ui/index.ts'

/** A search for a person, which the server answers in parts. */
export type PersonSearch = {
  readonly person: PersonIdentifier
  readonly records: readonly PersonRecordListItem[]
  readonly account: PersonPage['account']
  readonly emails: number
  readonly proof: string
  /** cursor of the next part; missing when everything was searched */
  readonly next?: string
}

/** Requests a search part by part. If a part fails, keeps the results so far. */
export function usePersonSearch() {
  const { act } = useEndpointCall(findPerson)
  const [search, setSearch] = useState<PersonSearch | null>(null)
  /** the latest search as it began, for a retry if its first part fails */
  const [started, setStarted] = useState<PersonSearch | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSearching, setSearching] = useState(false)
  // Number of the current run. Replies to earlier runs, or after the screen was closed, are ignored.
  const current = useRef(0)

  async function run(start: PersonSearch): Promise<void> {
    current.current += 1
    const own = current.current
    let found = start
    setProblem(null)
    setSearching(true)
    for (;;) {
      const outcome = await act({
        body: { person: found.person, ...(found.next === undefined ? {} : { after: found.next }) },
      })
      if (own !== current.current) return
      if (outcome.kind !== 'ok') {
        setProblem(toProblem(outcome satisfies RequestFailure))
        break
      }
      found = addPart(found, outcome.value)
      setSearch(found)
      if (found.next === undefined) break
    }
    setSearching(false)
  }

  const begin = (person: PersonIdentifier): Promise<void> => {
    const start = { person, records: [], account: undefined, emails: 0, proof: '' }
    setSearch(null)
    setStarted(start)
    return run(start)
  }
  const stop = (): void => {
    current.current += 1
    setSearching(false)
  }
  const goOn = async (): Promise<void> => {
    const from = search ?? started
    if (from !== null) await run(from)
  }
  return { search, problem, isSearching, begin, stop, goOn }
}

function addPart(before: PersonSearch, { records, account, emails, proof, next }: PersonPage): PersonSearch {
  const all = new Map([...before.records, ...records].map((record) => [record.id, record]))
  return {
    person: before.person,
    records: [...all.values()],
    account: before.account ?? account,
    emails: before.emails + emails,
    proof,
    ...(next === undefined ? {} : { next }),
  }
}
