import { useRef, useState } from 'react'
import { IconMapSearch } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { problemOf } from '#domain/endpoints/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { type FoundPlace, MAX_SEARCH_LENGTH, MIN_SEARCH_LENGTH } from '#domain/maps/index.ts'
import { useProblemText } from '#ui/index.ts'
import type { AddressHelp } from './address-help.ts'
import styles from './location.module.css'

type Searched =
  | { readonly kind: 'none' | 'searching' | 'invalid' | 'nowhere' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'found'; readonly places: readonly FoundPlace[]; readonly attribution: string }

type AddressSearchProps = {
  readonly addresses: AddressHelp
  readonly text: string
  readonly onChoose: (place: FoundPlace) => void
}

/** Searches for the address that was written, and offers the places that go by it. */
export function AddressSearch({ addresses, text, onChoose }: AddressSearchProps) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const [searched, setSearched] = useState<Searched>({ kind: 'none' })
  // What was found is of another text once the user types on.
  const [of, setOf] = useState(text)
  const searches = useRef<HTMLButtonElement>(null)
  const current: Searched = of === text ? searched : { kind: 'none' }

  async function search(): Promise<void> {
    setOf(text)
    const q = text.trim()
    if (q.length < MIN_SEARCH_LENGTH) return setSearched({ kind: 'invalid' })
    setSearched({ kind: 'searching' })
    const outcome = await addresses.search(q.slice(0, MAX_SEARCH_LENGTH))
    if (outcome.kind !== 'ok') return setSearched({ kind: 'failed', problem: problemOf(outcome) })
    const { places, attribution } = outcome.value
    setSearched(places.length === 0 ? { kind: 'nowhere' } : { kind: 'found', places, attribution })
  }

  return (
    <div className="r-column r-top">
      <Button
        ref={searches}
        variant="default"
        loading={current.kind === 'searching'}
        leftSection={<IconMapSearch size={20} aria-hidden="true" />}
        onClick={() => void search()}
      >
        <Trans>Find this address</Trans>
      </Button>
      <div role="status" className="r-problem">
        {current.kind === 'invalid' && t`Invalid search`}
        {current.kind === 'nowhere' && (
          <>
            {t`Invalid search`}.{' '}
            <Trans>No place goes by this address. Write street and number, or set the point.</Trans>
          </>
        )}
        {current.kind === 'failed' && textOf(current.problem)}
      </div>
      {current.kind === 'found' && (
        <>
          <ul className={`r-plain r-card r-wide ${styles['places']}`} aria-label={t`Places found`}>
            {current.places.map((place, index) => (
              <li key={index}>
                <Button
                  variant="subtle"
                  justify="start"
                  fullWidth
                  onClick={() => {
                    // This button goes away with its list.
                    searches.current?.focus({ preventScroll: true })
                    setSearched({ kind: 'none' })
                    onChoose(place)
                  }}
                >
                  {place.direccion}
                </Button>
              </li>
            ))}
          </ul>
          {current.attribution !== '' && <p className={`r-soft ${styles['attribution']}`}>{current.attribution}</p>}
        </>
      )}
    </div>
  )
}
