import { StrictMode, useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  MantineProvider,
  NativeSelect,
  PasswordInput,
  Radio,
  SegmentedControl,
  Stack,
  Switch,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import * as ui from '#ui/index.ts'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { answerIdSchema, templateIdSchema, type Problem } from '#domain/kernel/index.ts'

/*
 * The page `/estilos` of `npm run dev` (vite.config.ts): the components of src/ui in their states, light and dark side
 * by side. It is not part of the build. `#ui` is imported first, as it decides the order of the CSS layers.
 */

const TONES = ['received', 'waiting', 'attention', 'held', 'sending', 'quiet'] as const satisfies readonly ui.Tone[]
/** A primary action names no variant. */
type Look = { readonly variant?: string }
const VARIANTS: readonly Look[] = [{}, { variant: 'default' }, { variant: 'light' }, { variant: 'subtle' }]
const CHOSEN = [{}, { defaultChecked: true }, { disabled: true }, { disabled: true, defaultChecked: true }]
const LONG = 'Habilitación de Negocios, Fiscalización y Control, Espacios Verdes y Arbolado'
const ANSWER = answerIdSchema.parse('HQAKW9FG3MX5WNC23ZY2XNC5CC')
const FORM = templateIdSchema.parse('inspeccion-local')
const PROBLEM: Problem = { code: 'network.unreachable' }
const nothing = (): void => undefined

type Row = { readonly id: string; readonly name: string; readonly state: number; readonly amount: string }
const ROWS: readonly Row[] = [
  { id: 'CBA1173', name: 'Juan Ríos', state: 0, amount: '$1,250.00' },
  { id: 'CBA1172', name: LONG, state: 1, amount: '$99.50' },
]
const mark = (id: number) => <ui.StateLabel key={id} state={{ id, nombre: `State ${id + 1}` }} />
const COLUMNS: readonly ui.Column<Row>[] = [
  { head: 'Name', by: ({ name }) => name, cell: ({ name }) => name },
  { head: 'Code', cell: ({ id }) => <span className="r-code">{id}</span> },
  { head: 'State', card: 'side', cell: ({ state }) => mark(state) },
  { head: 'Amount', figures: true, by: ({ amount }) => amount, cell: ({ amount }) => amount },
  { head: 'Actions', card: 'actions', cell: ({ name }) => <ui.RowMenu row={name} actions={ACTIONS} /> },
]
const ACTIONS = [
  { name: 'Edit', onClick: nothing },
  { name: 'Block', onClick: nothing, isDangerous: true },
  { name: 'Rename', onClick: nothing, isDisabled: true },
]
const FACTS: readonly ui.Fact[] = [
  { name: 'Code', value: <span className="r-code">CBA1173</span> },
  { name: 'Delivery', value: <ui.DeliveryBadge delivery={undefined} /> },
  { name: 'Area', value: LONG },
  { name: 'Wide', value: LONG, isWide: true },
]
const MORE = [{ key: 'a', icon: <IconPlus size={20} />, text: 'Another format', onClick: nothing }]
const MENDS = [
  { key: '1', text: 'Nombre', place: 'Local', go: nothing },
  { key: '2', text: LONG, go: nothing },
]

const PARTS: Readonly<Record<string, ReactNode>> = {
  Buttons: (
    <>
      {VARIANTS.map((look) => (
        <Group key={look.variant ?? 'primary'}>
          {[{}, { disabled: true }, { loading: true }].map((state) => (
            <Button key={Object.keys(state).join('')} {...look} {...state} leftSection={<IconPlus size={20} />}>
              {look.variant ?? 'primary action'}
            </Button>
          ))}
        </Group>
      ))}
      <Group>
        <ui.DeleteButton>Delete</ui.DeleteButton>
        <ui.DeleteButton aria-label="Delete" />
        <ActionIcon aria-label="More">
          <IconDots size={22} />
        </ActionIcon>
        <ui.TryAgainButton retry={nothing} />
        <ui.DownloadImageButton url="/icon.svg" type="image/svg+xml" />
        <ui.FileChooser accept="image/*" onChosen={nothing}>
          Choose image
        </ui.FileChooser>
        <ui.SplitButton variant="default" label="Other formats" items={MORE}>
          <Button variant="default">Download</Button>
        </ui.SplitButton>
        <ui.LinkButton to="/home">Link as a button</ui.LinkButton>
        <ui.TextLink to="/home">Link in a text</ui.TextLink>
      </Group>
    </>
  ),
  Fields: (
    <>
      <TextInput label="Label" description="Description" placeholder="Placeholder" />
      <TextInput label="With an error" error="Enter a name." defaultValue="Value" required />
      <TextInput label="Disabled" disabled defaultValue="Value" />
      <PasswordInput label="Password" defaultValue="secret" />
      <Textarea label="Several lines" defaultValue={LONG} />
      <ui.FilterBar count={1} search={<ui.SearchField label="Search" query="text" onSeek={nothing} />}>
        <NativeSelect label="Select" data={['One', 'Two']} />
      </ui.FilterBar>
      <ui.LazyDayField label="Day" value="2026-11-28" onChange={nothing} />
      <ui.LazyMomentField label="Moment" value="" onChange={nothing} />
      <ui.LanguagePicker labelled />
      {CHOSEN.map((state) => (
        <Group key={Object.keys(state).join('')}>
          <Checkbox label="Checkbox" {...state} />
          <Radio label="Radio" {...state} />
          <Switch label="Switch" {...state} />
        </Group>
      ))}
    </>
  ),
  'States and badges': (
    <>
      <Group>
        {TONES.map((tone) => (
          <ui.StatusBadge key={tone} tone={tone}>
            {tone}
          </ui.StatusBadge>
        ))}
      </Group>
      <Group>
        <ui.StatusIcon tone="held" />
        {[0, 1, 2, 3, 4, 5, 6].map(mark)}
      </Group>
      <ui.DeliveryBadge delivery={{ kind: 'sending', confirmed: 1, files: 3 }} />
      <ui.AnswerCode id={ANSWER} code="" />
      <ui.RenamingBadge renaming={{ done: 3, total: 12 }} />
    </>
  ),
  Messages: (
    <>
      {TONES.map((tone) => (
        <ui.Banner key={tone} tone={tone} action={<Button variant="default">Action</Button>}>
          {tone}: {LONG}
        </ui.Banner>
      ))}
      <ui.EmptyState title="No results found" action={<Button variant="default">Action</Button>}>
        {LONG}
      </ui.EmptyState>
      <ui.ErrorState title="The data could not be loaded." />
      <ui.ListSkeleton rows={2} />
      <ui.LoadablePart loadable={{ kind: 'here', value: LONG, problem: PROBLEM }} retry={nothing}>
        {(text) => <p>{text}</p>}
      </ui.LoadablePart>
      <ui.NoFormsYet failed retry={async () => undefined}>
        {null}
      </ui.NoFormsYet>
      <ui.UndoBar what="Photo removed" verb="Undo" onUndo={nothing} onClose={nothing} />
      <ui.ProblemList title="2 missing" mends={MENDS} worked={false} onClose={nothing} />
      <ui.SaveFailure>{LONG}</ui.SaveFailure>
      <Group>
        {(['received', 'waiting', 'attention'] as const).map((tone) => (
          <Button
            key={tone}
            variant="default"
            onClick={() => ui.notify({ tone, text: LONG, link: { to: '/', text: 'Open it' }, milliseconds: 60_000 })}
          >
            Toast: {tone}
          </Button>
        ))}
      </Group>
    </>
  ),
  Lists: (
    <>
      <ui.ScreenTabs label="Parts" parts={['/estilos', '/home', '/listar'].map((to) => ({ to, name: to }))} />
      <ui.ListTable label="Rows" name="rows" columns={COLUMNS} items={ROWS} all={ROWS} keyOf={({ id }) => id} />
      <ui.PageSection title="A table in a card" aside={<ui.TextLink to="/home">See all</ui.TextLink>}>
        <ui.ListTable label="Rows" columns={COLUMNS} items={ROWS} keyOf={({ id }) => id} />
        <ui.ListTable dense label="Figures" columns={COLUMNS.slice(0, 4)} items={ROWS} keyOf={({ id }) => id} />
      </ui.PageSection>
      <ui.PageSection title="Items">
        <ui.ItemList label="Items">
          <ui.Item title="Title" details={['CBA1173', LONG]}>
            <Button variant="default">Answer</Button>
          </ui.Item>
          <ui.DraftItem draft={{ id: ANSWER, template: FORM }} title="Draft" details={[LONG]} />
        </ui.ItemList>
        <ui.Fold title="Details">Content</ui.Fold>
      </ui.PageSection>
      <ui.PageSection title="Facts">
        <ui.FactList facts={FACTS} />
      </ui.PageSection>
    </>
  ),
  Dialogs: <Dialogs />,
  Brand: (
    <Group>
      <ui.Brand />
      <ui.LogoMark size={48} />
      <ui.QrCode text="https://relevo.example" label="Address" />
    </Group>
  ),
}

function Dialogs() {
  const [opened, setSettingsOpen] = useState('')
  const close = (): void => setSettingsOpen('')
  return (
    <Group>
      <SegmentedControl data={['', 'Form', 'Danger', 'Read']} value={opened} onChange={setSettingsOpen} />
      <ui.FormDialog
        opened={opened === 'Form' || opened === 'Danger'}
        danger={opened === 'Danger'}
        title="Title of the dialog"
        submit="Save"
        failure={opened === 'Danger' ? LONG : null}
        onSubmit={close}
        onClose={close}
      >
        <TextInput label="Name" />
      </ui.FormDialog>
      <ui.Dialog opened={opened === 'Read'} title="Title of the dialog" onClose={close}>
        {LONG}
        <ui.DialogFooter>
          <Button onClick={close}>Close</Button>
        </ui.DialogFooter>
      </ui.Dialog>
    </Group>
  )
}

function StylePage() {
  return (
    <ui.Page
      title="Style page"
      subtitle="The components of src/ui"
      back={<ui.LinkButton to="/home">Back</ui.LinkButton>}
      actions={<ui.PageActions primary={<Button>Primary action</Button>}>{null}</ui.PageActions>}
      width="full"
    >
      <ui.Notices />
      {Object.entries(PARTS).map(([name, part]) => (
        <Stack key={name} gap="sm">
          <Title order={2}>{name}</Title>
          {part}
        </Stack>
      ))}
      <ui.WorkBar>
        <Button>Save</Button>
      </ui.WorkBar>
    </ui.Page>
  )
}

/** Both schemes side by side: each needs a document of its own. */
function BothSchemes() {
  return ['light', 'dark'].map((scheme) => (
    <iframe
      key={scheme}
      title={scheme}
      src={`?scheme=${scheme}`}
      style={{ width: '50%', height: '100dvh', border: 0, verticalAlign: 'top' }}
    />
  ))
}

const scheme = new URLSearchParams(location.search).get('scheme')
const router = createRouter({ routeTree: createRootRoute({ component: StylePage, notFoundComponent: () => null }) })
const root = document.querySelector('#root')
if (root !== null) {
  await ui.startTranslations()
  createRoot(root).render(
    scheme === null ? (
      <BothSchemes />
    ) : (
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <MantineProvider
            theme={ui.theme}
            cssVariablesResolver={ui.cssVariables}
            forceColorScheme={scheme === 'dark' ? 'dark' : 'light'}
          >
            <RouterProvider router={router as never} />
          </MantineProvider>
        </I18nProvider>
      </StrictMode>
    ),
  )
}
