import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Button, Divider, Input, Popover, SegmentedControl } from '@mantine/core'
import { IconKey, IconLogout, IconSearch, IconShieldLock } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { formatAnswerName, formatDeviceAnswerName } from '#domain/answering/index.ts'
import { buildReference } from '#domain/codes/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import { loadChangePassword } from '#features/account/index.ts'
import { listDrafts, readOutboxSummary, listOutbox, loadAnswer, loadTemplate, type Local } from '#local/index.ts'
import { APP_VERSION } from '#sync/index.ts'
import {
  COLOUR_SCHEMES,
  FormDialog,
  LanguagePicker,
  lazyPart,
  LinkButton,
  useAccount,
  useColourScheme,
  useOnline,
  useProfile,
  useSessionActions,
  useAdministrationEntries,
  type ColourScheme,
} from '#ui/index.ts'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Divider.layer.css'
import { AccountButton } from '../account-button.tsx'
import { setSearchOpen } from '../search-open.ts'
import styles from './account-panel.module.css'

/** Maximum names shown, so that the dialog stays readable. */
const MAX_SHOWN = 5

type Named = { readonly id: AnswerId; readonly name: string }

/** Names of the unsent answers on this device, without duplicates. Waiting answers are first, then drafts. */
export function UnsentAnswerNames() {
  const { local } = useAccount()
  const unsent = useLiveQuery(() => listUnsent(local), [local])
  if (unsent === undefined) return null
  const more = unsent.ids.length - unsent.named.length
  return (
    <ul>
      {unsent.named.map(({ id, name }) => (
        <li key={id}>
          {name !== '' && `${name} · `}
          <span className="r-code">{buildReference(id)}</span>
        </li>
      ))}
      {more > 0 && <li>{`+ ${more}`}</li>}
    </ul>
  )
}

async function listUnsent(local: Local): Promise<{ readonly ids: readonly AnswerId[]; readonly named: Named[] }> {
  const [outbox, drafts] = await Promise.all([listOutbox(local), listDrafts(local)])
  const draftsById = new Map(drafts.map((draft) => [draft.id, draft]))
  const ids = [...new Set([...outbox.map(({ answer }) => answer), ...draftsById.keys()])]
  const namedWork = await Promise.all(
    ids.slice(0, MAX_SHOWN).map(async (id): Promise<Named> => {
      const draft = draftsById.get(id)
      if (draft !== undefined)
        return { id, name: formatAnswerName(await loadTemplate(local, draft.template, draft.version), draft) }
      const answer = await loadAnswer(local, id)
      if (answer === undefined) return { id, name: '' }
      return { id, name: formatDeviceAnswerName(await loadTemplate(local, answer.template, answer.version), answer) }
    }),
  )
  return { ids, named: namedWork }
}

const ChangePassword = lazyPart(async () => (await loadChangePassword()).ChangePasswordDialog)

type Unsent = { readonly answers: number; readonly drafts: number }

async function countUnsent(local: Local): Promise<Unsent> {
  const [outbox, drafts] = await Promise.all([readOutboxSummary(local), listDrafts(local)])
  return { answers: outbox.waiting + outbox.sending + outbox.quarantined, drafts: drafts.length }
}

/**
 * Menu with account, language, colours and sign-out. Initially open, because its file is loaded when the user opens the
 * menu.
 */
export function AccountPanel() {
  const { t } = useLingui()
  const { local } = useAccount()
  const profile = useProfile()
  const { signOut } = useSessionActions()
  const [scheme, setScheme] = useColourScheme()
  const [opened, setOpened] = useState(true)
  const [leaving, setLeaving] = useState(false)
  const [changing, setChanging] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const dropdown = useRef<HTMLDivElement>(null)
  const unsent = useLiveQuery(() => countUnsent(local), [local])
  const online = useOnline()
  if (profile === null) return null
  const change = (open: boolean): void => {
    setOpened(open)
    // Restores the focus, because the button that had it was replaced when this file was loaded.
    const active = document.activeElement
    if (!open && (active === document.body || dropdown.current?.contains(active) === true)) button.current?.focus()
  }
  const leave = async (): Promise<void> => {
    // Counts unsent work on sign-out, so that only users with unsent work or without a connection have to confirm.
    const { answers, drafts } = await countUnsent(local)
    if (answers + drafts === 0 && navigator.onLine) await signOut()
    else setLeaving(true)
  }
  const hasUnsent = unsent !== undefined && unsent.answers + unsent.drafts > 0
  const schemeNames: Readonly<Record<ColourScheme, string>> = {
    light: t`Light`,
    dark: t`Dark`,
    auto: t`Same as device`,
  }

  return (
    <>
      <Popover opened={opened} onChange={change} position="bottom-end" trapFocus withRoles>
        <Popover.Target>
          <AccountButton ref={button} onClick={() => setOpened((before) => !before)} />
        </Popover.Target>
        <Popover.Dropdown ref={dropdown} className={styles['panel'] ?? ''} aria-label={t`Account`} p={0}>
          <div className={`r-breaks ${styles['who']}`}>
            <strong>
              {profile.firstName} {profile.lastName}
            </strong>
            <div className="r-soft r-small">{profile.email}</div>
            <div className="r-soft r-small">{profile.municipality.nombre}</div>
          </div>
          <Divider />
          <div className={`r-column r-gap-12 r-pad-12 ${styles['search']}`}>
            <Button
              variant="default"
              leftSection={<IconSearch size={20} aria-hidden="true" />}
              onClick={() => {
                setOpened(false)
                setSearchOpen()
              }}
            >
              <Trans>Search</Trans>
            </Button>
          </div>
          <div className="r-column r-gap-12 r-pad-12">
            <LanguagePicker labelled />
            <div>
              <Input.Label labelElement="div" id="scheme-label">
                <Trans>Appearance</Trans>
              </Input.Label>
              <SegmentedControl
                fullWidth
                size="md"
                aria-labelledby="scheme-label"
                value={scheme}
                onChange={setScheme}
                data={COLOUR_SCHEMES.map((value) => ({ value, label: schemeNames[value] }))}
              />
            </div>
          </div>
          <Divider />
          <div className="r-column r-gap-12 r-pad-12">
            <Button
              variant="default"
              leftSection={<IconKey size={20} aria-hidden="true" />}
              onClick={() => {
                setOpened(false)
                setChanging(true)
              }}
            >
              <Trans>Change password</Trans>
            </Button>
            <LinkButton
              to="/cuenta"
              variant="default"
              leftSection={<IconShieldLock size={20} aria-hidden="true" />}
              onClick={() => setOpened(false)}
            >
              <Trans>Account and security</Trans>
            </LinkButton>
          </div>
          {/* Last, as the foot covers the end of a long menu: a list is then cut, and not a button. */}
          <AccountAdministrationLinks onLeave={() => setOpened(false)} />
          <div className={`r-column r-gap-4 r-pad-12 ${styles['foot']}`}>
            <Button
              variant="default"
              leftSection={<IconLogout size={20} aria-hidden="true" />}
              onClick={() => {
                setOpened(false)
                void leave()
              }}
            >
              <Trans>Sign out</Trans>
            </Button>
            <p className="r-soft r-small">Relevo {import.meta.env.APP_BUILD || APP_VERSION}</p>
          </div>
        </Popover.Dropdown>
      </Popover>
      {changing && <ChangePassword onClose={() => setChanging(false)} />}
      <FormDialog
        danger
        opened={leaving}
        title={hasUnsent ? t`Sign out with unsent work?` : t`Sign out without a connection?`}
        submit={<Trans>Sign out</Trans>}
        onSubmit={() => void signOut()}
        onClose={() => setLeaving(false)}
      >
        {!online && (
          <p className="r-strong">
            <Trans>
              No connection. You need one to sign in again; until then, no one can work with Relevo on this device.
            </Trans>
          </p>
        )}
        {unsent !== undefined && hasUnsent && <UnsentWork unsent={unsent} />}
      </FormDialog>
    </>
  )
}

function UnsentWork({ unsent }: { readonly unsent: Unsent }) {
  return (
    <>
      <p className="r-strong">
        {unsent.answers > 0 && (
          <Plural
            value={unsent.answers}
            one="# answer has not been sent yet"
            other="# answers have not been sent yet"
          />
        )}
        {unsent.answers > 0 && unsent.drafts > 0 && ' · '}
        {unsent.drafts > 0 && <Plural value={unsent.drafts} one="# draft" other="# drafts" />}
      </p>
      <UnsentAnswerNames />
      <p>
        <Trans>They stay on this device, under your account. No one else can see or send them.</Trans>{' '}
        {unsent.answers > 0 && <Trans>Answers are sent after you sign in again on this device.</Trans>}{' '}
        {unsent.drafts > 0 && <Trans>A draft is sent only after you save it. Open it again from the forms.</Trans>}
      </p>
    </>
  )
}

type AdministrationProps = { readonly onLeave: () => void }

/** Links to the administration screens that the user may open. Renders nothing if there are none. */
export function AccountAdministrationLinks({ onLeave }: AdministrationProps) {
  const profile = useProfile()
  return profile === null ? null : <Entries profile={profile} onLeave={onLeave} />
}

function Entries({ profile, onLeave }: AdministrationProps & { readonly profile: Profile }) {
  const { t } = useLingui()
  const entries = useAdministrationEntries(profile)
  if (entries.length === 0) return null
  return (
    <nav className={styles['administration']} aria-label={t`Administration`}>
      {entries.map(({ to, name }) => (
        <Link key={to} to={to} className={`r-line r-gap-0 r-middle r-target ${styles['entry']}`} onClick={onLeave}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
