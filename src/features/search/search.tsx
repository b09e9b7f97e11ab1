import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useRouter } from '@tanstack/react-router'
import { Button, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import {
  ACCOUNT_ACCESS,
  actorOfProfile,
  meetsAccessRule,
  requireSupervision,
  requireRight,
  type AccessRule,
} from '#domain/access/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import { Banner, Dialog, useProblemText } from '#ui/index.ts'
import type { SearchResult, SearchableScreen } from './finds.ts'
import { useSearchResults, type SearchResults } from './use-groups.ts'
import styles from './search.module.css'

/** Delay between the last keystroke and the request to the server, milliseconds. */
const SETTLED_MS = 250
const MAX_TYPED_LENGTH = 200

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

type SearchDialogProps = {
  readonly profile: Profile
  /** administration screens that the user may open */
  readonly administration: readonly SearchableScreen[]
  /** whether the user has a welcome page */
  readonly isWelcomed: boolean
  readonly onClose: () => void
}

/** Search dialog for answers, forms, areas, users and screens that the user may see. */
export function SearchDialog({ profile, administration, isWelcomed, onClose }: SearchDialogProps) {
  const { t } = useLingui()
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const [settled] = useDebouncedValue(text, SETTLED_MS)
  const places = [...usePlaces(profile, isWelcomed), ...administration]
  const results = useSearchResults(places, profile, text, settled)
  const { groups } = results
  const nothing = groups.length === 0
  const id = useId()
  const finds = groups.flatMap((group) => group.finds)
  // Index of the result that Enter opens. Arrow keys change it.
  const [chosen, setChosen] = useState(0)
  const chosenId = finds[chosen] === undefined ? undefined : `${id}-${chosen}`
  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])

  function open({ to, search = {} }: SearchResult): void {
    onClose()
    void router.navigate({ to: to as string, search } as never)
  }

  function press(event: KeyboardEvent): void {
    const step = STEPS[event.key] ?? 0
    const find = finds[chosen]
    if (event.nativeEvent.isComposing || find === undefined || (step === 0 && event.key !== 'Enter')) return
    event.preventDefault()
    if (step === 0) open(find)
    else setChosen((chosen + step + finds.length) % finds.length)
  }

  return (
    <Dialog opened onClose={onClose} title={t`Search`} size="lg" yOffset="8dvh">
      <Stack gap="sm">
        <TextInput
          data-autofocus
          role="combobox"
          aria-expanded={!nothing}
          aria-controls={`${id}-found`}
          aria-activedescendant={chosenId}
          label={t`Code, words or name`}
          leftSection={<IconSearch size={20} aria-hidden="true" />}
          autoComplete="off"
          maxLength={MAX_TYPED_LENGTH}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={press}
        />
        <State found={results} text={text} nothing={nothing} />
        <div
          id={`${id}-found`}
          role="listbox"
          hidden={nothing}
          aria-label={t`Results`}
          className={`r-scrolls ${styles['options']}`}
        >
          {groups.map(({ name, finds: lines }) => (
            <div key={name} role="group" aria-label={name}>
              <div className={`r-soft r-small r-strong ${styles['group']}`} aria-hidden="true">
                {name}
              </div>
              {lines.map((find) => (
                // Excluded from the tab order, because results are selected with arrow keys in the search field.
                <button
                  key={find.key}
                  id={`${id}-${finds.indexOf(find)}`}
                  type="button"
                  role="option"
                  tabIndex={-1}
                  aria-selected={finds[chosen] === find}
                  className={`r-row r-gap-0 r-gap-x-12 r-pad-8 r-wide r-target r-breaks r-round r-note ${styles['option']}`}
                  onClick={() => open(find)}
                >
                  <span>{find.title}</span>
                  {find.detail !== '' && <span className="r-soft r-small r-alone"> {find.detail}</span>}
                </button>
              ))}
            </div>
          ))}
        </div>
      </Stack>
    </Dialog>
  )
}

/** Shows the progress of the search, and what could not be searched. */
function State({
  found,
  text,
  nothing,
}: {
  readonly found: SearchResults
  readonly text: string
  readonly nothing: boolean
}) {
  const problemText = useProblemText()
  const { asking, online, problem, unasked, retry, groups } = found
  const count = groups.reduce((sum, { finds }) => sum + finds.length, 0)
  return (
    <>
      {problem !== null && (
        <Banner
          tone="attention"
          action={
            <Button variant="default" onClick={retry}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          <Trans>The server could not be searched.</Trans> {problemText(problem)}
        </Banner>
      )}
      <div role="status" className="r-soft r-small">
        {text !== '' && asking && <Trans>Searching…</Trans>}
        {text !== '' && !asking && nothing && <Trans>Nothing found for “{text}”.</Trans>}
        {text !== '' && !asking && !nothing && <Plural value={count} one="# result." other="# results." />}{' '}
        {!online && <Trans>Offline: searching only on this device.</Trans>}{' '}
        {online && text !== '' && unasked > 0 && (
          <Plural
            value={unasked}
            one="To search the answers of # more form, open its list."
            other="To search the answers of # more forms, open their lists."
          />
        )}
      </div>
    </>
  )
}

/** Screens outside the administration that the user may open. */
function usePlaces(profile: Profile, isWelcomed: boolean): readonly SearchableScreen[] {
  const { t } = useLingui()
  const places: readonly (SearchableScreen & { readonly access: AccessRule })[] = [
    { to: '/listar', name: t`Forms`, access: requireRight('read', 'formulario') },
    { to: '/supervision', name: t`Supervision`, access: requireSupervision('any') },
    { to: '/supervision/retenidas', name: t`Held answers`, access: requireSupervision('held') },
    { to: '/supervision/eliminadas', name: t`Deleted answers`, access: requireSupervision('deleted') },
    { to: '/supervision/dispositivos', name: t`Devices`, access: requireSupervision('devices') },
    { to: '/supervision/tareas', name: t`Failed tasks`, access: requireSupervision('jobs') },
    { to: '/sincronizacion', name: t`Sync`, access: ACCOUNT_ACCESS },
    { to: '/cuenta', name: t`Account and security`, access: ACCOUNT_ACCESS },
  ]
  return [
    ...(isWelcomed ? [{ to: '/home', name: t`Home` }] : []),
    ...places.filter(({ access }) => meetsAccessRule(access, actorOfProfile(profile))),
  ]
}
