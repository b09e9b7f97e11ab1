import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import { useParams } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { listAnswers } from '#domain/api/index.ts'
import { ANSWERS_PAGE_SIZE, templateIdSchema, type TemplateId } from '#domain/kernel/index.ts'
import { pageOf } from '#domain/search/index.ts'
import type { AnswersPage } from '#domain/sync/index.ts'
import { listAnswers as listOwnAnswers, listOlderAnswers, loadTemplate } from '#local/index.ts'
import {
  EmptyState,
  ListScreen,
  useAccount,
  useAsked,
  useFormTexts,
  useListAddress,
  useProfile,
  useWide,
  type Asked,
  type Listed,
} from '#ui/index.ts'
import { AnswerForm } from './answer-form.tsx'
import { isSought, isUnsent, lineOfLocal, lineOfSummary, merged, withOlder, type AnswerLine } from './answer-lines.ts'
import { LIST } from './list-address.ts'
import { keyOfLine, useAnswerColumns } from './answer-columns.tsx'
import { BesideList } from './beside-list.tsx'
import { CodeSearch } from './code-search.tsx'
import { ExportAnswers } from './export/export-answers.tsx'
import { BackToForms, NoForm } from './no-form.tsx'

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
    const [answers, older] = await Promise.all([listOwnAnswers(local, template), listOlderAnswers(local, template)])
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
    const own = of(true)
    const waiting = new Set(own.map(({ id }) => id))
    const cached = withOlder(
      of(false),
      older.filter(({ id }) => !waiting.has(id)),
    )
    return { own, cached, total: own.length + cached.length }
  }, [local, template, profile])
}

function AnswersOf({ template: id, details }: AnswersListProps & { readonly template: TemplateId }) {
  const { t } = useLingui()
  const { local } = useAccount()
  const textOf = useFormTexts()
  const { search, filter } = useListAddress<{ readonly codigo?: string }>()
  const { pagina = 1, codigo = '' } = search
  const { respuesta: chosen } = useParams({ from: LIST })
  const wide = useWide()
  const template = useLiveQuery(async () => (await loadTemplate(local, id)) ?? null, [local, id])
  const device = useDeviceAnswers(id)
  const [server, again] = useAsked(listAnswers, {
    template: id,
    page: pagina,
    code: codigo === '' ? undefined : codigo,
  })
  useAgainWhenSent(device?.own.length, again)
  const seek = useCallback((code: string) => filter({ codigo: code }), [filter])
  const list: Asked<Listed<AnswerLine>> =
    device === undefined ? { kind: 'loading' } : shown(server, soughtOn(device, codigo), pagina)
  const lines = list.kind === 'here' ? list.value.items : []
  const columns = useAnswerColumns(lines, wide ? { form: id, chosen } : undefined)
  const named = template ?? (server.kind === 'here' ? server.value.template : null)
  if (template === null && named === null && server.kind === 'failed' && server.refused && device?.total === 0)
    return <NoForm />

  return (
    <ListScreen
      title={named === null ? t`Answers` : textOf(named, 'titulo')}
      subtitle={named === null || named.descripcion === '' ? undefined : textOf(named, 'descripcion')}
      back={<BackToForms />}
      actions={
        <>
          <ExportAnswers template={id} code={codigo} />
          <AnswerForm template={template} />
        </>
      }
      filters={<CodeSearch code={codigo} seek={seek} />}
      list={list}
      again={again}
      stale={server.kind === 'failed' ? <Trans>These are the answers that this device has.</Trans> : undefined}
      label={t`Answers`}
      columns={columns}
      keyOf={keyOfLine}
      chosen={(line) => line.id === chosen}
      seeking={t`Searching for answers`}
      empty={<NoAnswers sought={codigo} seek={seek} />}
      frame={(part) => (
        <BesideList lines={lines} chosen={chosen} details={details}>
          {part}
        </BesideList>
      )}
    />
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
      title={<Trans>No results found</Trans>}
      action={
        <Button variant="default" onClick={() => seek('')}>
          <Trans>See all answers</Trans>
        </Button>
      }
    >
      <p>
        <Trans>No answer of this form has the code or reference {sought}.</Trans>
      </p>
      <p>
        <Trans>It has to be whole, as it stands on the receipt.</Trans>
      </p>
    </EmptyState>
  )
}

/** What to show: the server's page once it is here; until then, and whenever it does not come, what the device has. */
function shown(server: Asked<AnswersPage>, device: DeviceAnswers, wanted: number): Asked<Listed<AnswerLine>> {
  switch (server.kind) {
    case 'here': {
      const { answers, page, pageSize, total } = server.value
      const items = merged(
        device.own,
        answers.map((summary) => lineOfSummary(summary)),
        page,
      )
      return {
        kind: 'here',
        value: { items, page, pages: Math.max(1, Math.ceil(total / pageSize)) },
        problem: server.problem,
      }
    }
    case 'loading':
      return {
        kind: 'here',
        value: { items: wanted === 1 ? device.own : [], page: wanted, pages: 1, more: true },
        problem: null,
      }
    case 'failed':
      return {
        kind: 'here',
        value: pageOf([...device.own, ...device.cached], wanted, ANSWERS_PAGE_SIZE),
        problem: server.problem,
      }
  }
}
