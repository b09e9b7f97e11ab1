import { type ReactNode, useCallback, useState } from 'react'
import { IconDots, IconEye, IconFileImport, IconForms, IconHistory, IconKeyboard } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { type TemplateDraft, pickDraftFields, openWithKeys } from '#domain/templates/index.ts'
import { unreachable } from '#domain/kernel/index.ts'
import { lazyPart } from '#ui/index.ts'
import { useEditor, useEditorStore } from './store/editor-context.tsx'
import { applyEdit, canEditHere, isPublished } from './store/editor-store.ts'
import type { ToolProps } from './panel.ts'
import styles from './order/order.module.css'

/** Tools, loaded when opened. */
const Preview = lazyPart(async () => (await import('./preview/index.ts')).FormPreview)
const LazyTemplateGallery = lazyPart(async () => (await import('./gallery/gallery.tsx')).TemplateGallery)
const LazyVersionsDialog = lazyPart(async () => (await import('./versions/index.ts')).VersionsDialog)
const LazyExportImportDialog = lazyPart(async () => (await import('./import/index.ts')).ExportImportDialog)
const Import = lazyPart(async () => (await import('./import/index.ts')).ImportFormDialog)
const Keyboard = lazyPart(async () => (await import('./keyboard-help.tsx')).KeyboardHelp)

export type ToolName = 'preview' | 'gallery' | 'versions' | 'exchange' | 'import' | 'keyboard'

type ToolsProps = { readonly open: ToolName | null; readonly onOpen: (tool: ToolName | null) => void }

/** Tools for the whole form: preview, import and export, ready-made forms, versions, keyboard shortcuts. */
export function EditorTools({ open, onOpen }: ToolsProps) {
  const { t } = useLingui()
  const isNew = useEditor((state) => !isPublished(state.base))
  const [menu, setMenu] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEye size={20} aria-hidden="true" />}
        onClick={() => onOpen('preview')}
      >
        <Trans>Preview</Trans>
      </Button>
      <Menu
        opened={menu}
        onChange={setMenu}
        position="bottom-end"
        width={260}
        classNames={{ item: styles['menu-item'] ?? '', dropdown: styles['menu'] ?? '' }}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        menuItemTabIndex={0}
        returnFocus
      >
        <Menu.Target>
          <Button variant="default" aria-label={t`More actions for the form`} px="sm">
            <IconDots size={22} aria-hidden="true" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileImport size={20} aria-hidden="true" />} onClick={() => onOpen('exchange')}>
            <Trans>Import and export</Trans>
          </Menu.Item>
          {isNew && (
            <Menu.Item leftSection={<IconForms size={20} aria-hidden="true" />} onClick={() => onOpen('gallery')}>
              <Trans>Ready-made forms</Trans>
            </Menu.Item>
          )}
          {!isNew && (
            <Menu.Item leftSection={<IconHistory size={20} aria-hidden="true" />} onClick={() => onOpen('versions')}>
              <Trans>Versions</Trans>
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconKeyboard size={20} aria-hidden="true" />} onClick={() => onOpen('keyboard')}>
            <Trans>Keyboard shortcuts</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open !== null && <OpenTool name={open} onClose={() => onOpen(null)} />}
    </>
  )
}

function OpenTool({ name, onClose }: { readonly name: ToolName; readonly onClose: () => void }): ReactNode {
  const store = useEditorStore()
  const form = useEditor((state) => state.form)
  const base = useEditor((state) => state.base)
  const locks = useEditor((state) => state.locks)
  const isHere = useEditor(({ owner }) => canEditHere(owner))
  const replace = useCallback(
    (draft: TemplateDraft) =>
      void applyEdit(store, 'replace', (now) => openWithKeys(now, pickDraftFields(draft), store.newKey)),
    [store],
  )
  const props: ToolProps = {
    id: store.id,
    form,
    saved: base?.template ?? null,
    locks,
    replace: isHere ? replace : null,
    onClose,
  }
  switch (name) {
    case 'preview':
      return <Preview {...props} />
    case 'gallery':
      return (
        <LazyTemplateGallery
          onClose={onClose}
          onUse={(draft) => {
            if (isHere) replace({ ...draft, areas: form.areas })
            onClose()
          }}
        />
      )
    case 'versions':
      return <LazyVersionsDialog {...props} />
    case 'exchange':
      return <LazyExportImportDialog {...props} />
    case 'import':
      return <Import {...props} />
    case 'keyboard':
      return <Keyboard onClose={onClose} />
    default:
      return unreachable(name)
  }
}
