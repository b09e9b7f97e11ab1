import { useNavigate, useSearch } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { FORMS_PAGE_SIZE } from '#domain/kernel/index.ts'
import { pageOf } from '#domain/search/index.ts'
import { listAreas, listDrafts, listTemplates, readMeta } from '#local/index.ts'
import { EmptyState, ErrorState, ListSkeleton, Page, Pager, useAccount, useFormats, useFormTexts, useOnline } from '#ui/index.ts'
import { areasOf, findForms, type FormsFilter } from './find-forms.ts'
import { DraftNote } from './draft-note.tsx'
import { FormsTable } from './forms-table.tsx'
import { SavedMessage } from './saved-message.tsx'
import styles from './forms-list.module.css'

/** /listar: every form of the account's areas, from the device, so that it is the same with and without a network. */
export function FormsListScreen() {
  const { t } = useLingui()
  const { local } = useAccount()
  const search = useSearch({ from: '/listar' })
  const navigate = useNavigate({ from: '/listar' })
  const online = useOnline()
  const formats = useFormats()
  const textOf = useFormTexts()
  const device = useLiveQuery(async () => {
    const [templates, areas, pulledAt, drafts] = await Promise.all([
      listTemplates(local),
      listAreas(local),
      readMeta(local, 'pulledAt'),
      listDrafts(local),
    ])
    return { templates, draft: drafts[0], pulled: pulledAt !== undefined, names: new Map<string, string>(areas.map((area) => [area.path, area.nombre])) }
  }, [local])

  const filter: FormsFilter = { name: search.nombre ?? '', area: search.area ?? '' }
  const setFilter = (change: Partial<FormsFilter>): void => {
    const next = { ...filter, ...change }
    // Changing a filter starts at the first page (part 1, point 2); typing does not fill the browser's history.
    void navigate({ search: { ...(next.name !== '' && { nombre: next.name }), ...(next.area !== '' && { area: next.area }) }, replace: true })
  }
  const setPage = (pagina: number): void => {
    void navigate({ search: (before) => ({ ...before, pagina }), resetScroll: true })
  }

  if (device === undefined) {
    return (
      <Page title={t`Forms`}>
        <ListSkeleton />
      </Page>
    )
  }
  const forms = findForms(device.templates, filter, (template) => textOf(template, 'titulo'))
  const page = pageOf(forms, search.pagina ?? 1, FORMS_PAGE_SIZE)
  const areas = areasOf(device.templates, (path) => device.names.get(path))

  return (
    <Page title={t`Forms`}>
      {search.respuesta !== undefined && <SavedMessage code={search.respuesta} />}
      {device.draft !== undefined && <DraftNote draft={device.draft} />}
      <search className={styles['filters']}>
        <TextInput
          type="search"
          label={t`Form name`}
          leftSection={<IconSearch size={20} aria-hidden="true" />}
          value={filter.name}
          onChange={(event) => setFilter({ name: event.currentTarget.value.trimStart() })}
        />
        <NativeSelect
          label={t`Governmental area`}
          value={filter.area}
          onChange={(event) => setFilter({ area: event.currentTarget.value })}
          data={[{ value: '', label: t`All` }, ...areas.map(({ path, name }) => ({ value: path, label: name }))]}
        />
      </search>
      {page.total > 0 ? (
        <FormsTable forms={page.items} names={device.names} />
      ) : (
        <NoForms filter={filter} any={device.templates.length > 0} pulled={device.pulled} online={online} clear={() => setFilter({ name: '', area: '' })} />
      )}
      <footer className={styles['foot']}>
        <p className="r-figures" role="status">
          <Trans>Total forms: {formats.number(page.total)}</Trans>
        </p>
        <Pager page={page.page} pages={page.pages} onPage={setPage} />
      </footer>
    </Page>
  )
}

type NoFormsProps = {
  readonly filter: FormsFilter
  readonly any: boolean
  readonly pulled: boolean
  readonly online: boolean
  readonly clear: () => void
}

/** Why the list is empty: still on its way, offline before the first time, a filter, or really nothing. */
function NoForms({ filter, any, pulled, online, clear }: NoFormsProps) {
  if (!any && !pulled) {
    if (online) return <ListSkeleton rows={7} height={72} />
    return (
      <ErrorState title={<Trans>Error loading the information, please try again.</Trans>}>
        <Trans>This device has not received your forms yet, and there is no connection. Once it has them, they work without one.</Trans>
      </ErrorState>
    )
  }
  if (!any) return <EmptyState title={<Trans>No results found</Trans>} />
  const action = (
    <Button variant="default" onClick={clear}>
      <Trans>Clear the filters</Trans>
    </Button>
  )
  if (filter.name !== '') return <EmptyState title={<Trans>No forms were found with that name</Trans>} action={action} />
  return <EmptyState title={<Trans>No forms were found for the selected area</Trans>} action={action} />
}
