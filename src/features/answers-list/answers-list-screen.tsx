import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { listAnswers } from '#domain/api/index.ts'
import { ANSWERS_PAGE_SIZE, templateIdSchema, type TemplateId } from '#domain/kernel/index.ts'
import { pageOf } from '#domain/search/index.ts'
import type { AnswersPage } from '#domain/sync/index.ts'
import { listAnswers as listOwnAnswers, loadTemplate } from '#local/index.ts'
import {
  Banner,
  EmptyState,
  LinkButton,
  ListSkeleton,
  Page,
  Pager,
  StaleNote,
  useAccount,
  useAsked,
  useCan,
  useFormTexts,
  useProblemText,
  useProfile,
  useWide,
  type Asked,
} from '#ui/index.ts'
import { isSought, isUnsent, lineOfLocal, lineOfSummary, merged, type AnswerLine } from './answer-lines.ts'
import { LIST } from './list-address.ts'
import { AnswersTable } from './answers-table.tsx'
import { BesideList } from './beside-list.tsx'
import { CodeSearch } from './code-search.tsx'
import { BackToForms, NoForm } from './no-form.tsx'
import styles from './answers-list.module.css'

type AnswersListProps = {
  /** the answer that the address names besides the form, as it stands beside the list */
  readonly details: ReactNode
}

/** /respuestas/listado/{form}/{answer}: this device's unsent answers on top, then the server's; without a network, what is here. */
export function AnswersListScreen({ details }: AnswersListProps) {
  const { id } = useParams({ from: LIST })
  const parsed = templateIdSchema.safeParse(id)
  return parsed.success ? <AnswersOf key={parsed.data} template={parsed.data} details={details} /> : <NoForm />
}

type DeviceAnswers = {
  readonly own: readonly AnswerLine[]
  readonly cached: readonly AnswerLine[]
  readonly total: number
}

function useDeviceAnswers(template: TemplateId): DeviceAnswers | undefined {
  const { local } = useAccount()
  const profile = useProfile()
  return useLiveQuery(async () => {
    const answers = await listOwnAnswers(local, template)
    if (profile === null) return { own: [], cached: [], total: 0 }
    const lines = await Promise.all(
      answers.map(async (answer) => {
        const filled =
          answer.answer === undefined ? await loadTemplate(local, answer.template, answer.version) : undefined
        return { unsent: isUnsent(answer), line: lineOfLocal(answer, filled, profile) }
      }),
    )
    const of = (unsent: boolean): readonly AnswerLine[] =>
      lines.filter((one) => one.unsent === unsent).map(({ line }) => line)
    return { own: of(true), cached: of(false), total: lines.length }
  }, [local, template, profile])
}

function AnswersOf({ template: id, details }: AnswersListProps & { readonly template: TemplateId }) {
  const { t } = useLingui()
  const { local } = useAccount()
  const can = useCan()
  const textOf = useFormTexts()
  const { pagina = 1, codigo = '' } = useSearch({ from: LIST })
  const { respuesta: chosen } = useParams({ from: LIST })
  const wide = useWide()
  const navigate = useNavigate({ from: LIST })
  const template = useLiveQuery(async () => (await loadTemplate(local, id)) ?? null, [local, id])
  const device = useDeviceAnswers(id)
  const [server, again] = useAsked(listAnswers, {
    template: id,
    page: pagina,
    code: codigo === '' ? undefined : codigo,
  })
  useAgainWhenSent(device?.own.length, again)
  const seek = useCallback(
    (code: string) => void navigate({ search: code === '' ? {} : { codigo: code }, replace: true, resetScroll: false }),
    [navigate],
  )
  if (template === undefined || device === undefined) {
    return (
      <Page title={t`Answers`} back={<BackToForms />}>
        <ListSkeleton />
      </Page>
    )
  }
  const named = template ?? (server.kind === 'here' ? server.value.template : null)
  if (named === null && server.kind === 'failed' && server.refused && device.total === 0) return <NoForm />
  const { lines, page, pages } = shown(server, soughtOn(device, codigo), pagina)

  return (
    <Page
      width={chosen === undefined ? 'wide' : 'full'}
      title={named === null ? t`Answers` : textOf(named, 'titulo')}
      subtitle={named === null || named.descripcion === '' ? undefined : textOf(named, 'descripcion')}
      back={<BackToForms />}
      actions={
        template !== null &&
        can('create', { kind: 'respuesta', template }) && (
          <LinkButton to="/contestar/$id" params={{ id }} leftSection={<IconPencil size={20} aria-hidden="true" />}>
            <Trans>Answer</Trans>
          </LinkButton>
        )
      }
    >
      {server.kind === 'failed' && <FromThisDevice server={server} again={again} />}
      {server.kind === 'here' && server.problem !== null && <StaleNote problem={server.problem} again={again} />}
      <CodeSearch code={codigo} seek={seek} />
      <BesideList lines={lines} chosen={chosen} details={details}>
        {lines.length > 0 && <AnswersTable lines={lines} beside={wide ? { form: id, chosen } : undefined} />}
        {server.kind === 'loading' && (
          <>
            <p role="status" className="r-hidden">
              <Trans>Searching for answers</Trans>
            </p>
            <ListSkeleton rows={lines.length > 0 ? 3 : 6} />
          </>
        )}
        {lines.length === 0 && server.kind !== 'loading' && <NoAnswers sought={codigo} seek={seek} />}
        <footer className={styles['foot']}>
          <Pager
            page={page}
            pages={pages}
            onPage={(next) => void navigate({ search: next > 1 ? { pagina: next } : {} })}
          />
        </footer>
      </BesideList>
    </Page>
  )
}

/** What this device has sent is in the server's list; that no channel told of it is no reason not to see it. */
function useAgainWhenSent(unsent: number | undefined, again: () => void): void {
  const before = useRef(unsent)
  useEffect(() => {
    if (before.current !== undefined && before.current !== unsent) again()
    before.current = unsent
  })
}

function soughtOn(device: DeviceAnswers, code: string): DeviceAnswers {
  return {
    ...device,
    own: device.own.filter((line) => isSought(line, code)),
    cached: device.cached.filter((line) => isSought(line, code)),
  }
}

function NoAnswers({ sought, seek }: { readonly sought: string; readonly seek: (code: string) => void }) {
  if (sought === '') return <EmptyState title={<Trans>There are no answers available.</Trans>} />
  return (
    <EmptyState
      title={<Trans>No answer of this form has the code or reference {sought}.</Trans>}
      action={
        <Button variant="default" onClick={() => seek('')}>
          <Trans>See all answers</Trans>
        </Button>
      }
    >
      <Trans>It has to be whole, as it stands on the receipt.</Trans>
    </EmptyState>
  )
}

/** What to show: the server's page once it is here; until then, and whenever it does not come, what the device has. */
function shown(server: Asked<AnswersPage>, device: DeviceAnswers, wanted: number) {
  if (server.kind === 'here') {
    const pages = Math.max(1, Math.ceil(server.value.total / server.value.pageSize))
    const lines = server.value.answers.map((summary) => lineOfSummary(summary))
    return { lines: merged(device.own, lines, server.value.page), page: server.value.page, pages }
  }
  if (server.kind === 'loading') return { lines: wanted === 1 ? device.own : [], page: wanted, pages: 1 }
  const cached = pageOf([...device.own, ...device.cached], wanted, ANSWERS_PAGE_SIZE)
  return { lines: cached.items, page: cached.page, pages: cached.pages }
}

function FromThisDevice({
  server,
  again,
}: {
  readonly server: Asked<never> & { readonly kind: 'failed' }
  readonly again: () => void
}) {
  const textOf = useProblemText()
  const retry = (
    <Button variant="default" onClick={again}>
      <Trans>Try again</Trans>
    </Button>
  )
  return (
    <Banner tone={server.refused ? 'attention' : 'waiting'} action={retry}>
      {server.problem.code === 'network.unreachable' ? (
        <Trans>The server could not be reached. These are the answers that this device has.</Trans>
      ) : (
        textOf(server.problem)
      )}
    </Banner>
  )
}
