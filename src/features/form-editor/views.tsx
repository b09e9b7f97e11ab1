import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconAdjustments, IconListDetails } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { useEditor, useEditorStore } from './store/editor-context.tsx'
import { setEditorView } from './store/editor-store.ts'
import styles from './form-editor.module.css'

type EditorViewsProps = { readonly questions: ReactNode; readonly settings: ReactNode }

/**
 * The questions view and the settings view. Both keep their state. The settings are first rendered when they are
 * opened.
 */
export function EditorViews({ questions, settings }: EditorViewsProps) {
  const { t } = useLingui()
  const store = useEditorStore()
  const view = useEditor((state) => state.view)
  const [seen, setSeen] = useState(false)
  if (view === 'settings' && !seen) setSeen(true)
  useScrollOfEach(view)
  return (
    <Tabs
      value={view}
      className="r-yields"
      onChange={(chosen) => setEditorView(store, chosen === 'settings' ? 'settings' : 'questions')}
    >
      <Stack gap="md">
        <Tabs.List aria-label={t`Parts of the form`}>
          <Tabs.Tab value="questions" leftSection={<IconListDetails size={20} aria-hidden="true" />}>
            <Trans>Questions</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="settings" leftSection={<IconAdjustments size={20} aria-hidden="true" />}>
            <Trans>Settings</Trans>
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="questions" className={`r-yields ${styles['form']}`}>
          <Stack gap="md">{questions}</Stack>
        </Tabs.Panel>
        <Tabs.Panel value="settings" className={`r-yields ${styles['form']}`}>
          <Stack gap="md">{seen && settings}</Stack>
        </Tabs.Panel>
      </Stack>
    </Tabs>
  )
}

/** Restores the scroll position of each view. A view shown for the first time starts at the top. */
function useScrollOfEach(view: 'questions' | 'settings'): void {
  const places = useRef(new Map<string, number>())
  const shownRef = useRef(view)
  useEffect(() => {
    const remember = (): void => void places.current.set(shownRef.current, scrollY)
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [])
  // A layout effect, as it must run before the effect that scrolls to a revealed part.
  useLayoutEffect(() => {
    if (shownRef.current === view) return
    shownRef.current = view
    scrollTo({ top: places.current.get(view) ?? 0 })
  }, [view])
}
