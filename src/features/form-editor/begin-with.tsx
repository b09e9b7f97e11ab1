import { useState } from 'react'
import { IconFileImport, IconForms } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { withoutBlank } from '#domain/templates/index.ts'
import { useEditorStore } from './store/editor-context.tsx'
import type { ToolName } from './tools.tsx'
import styles from './form-editor.module.css'

/** Other beginnings, above a form that was opened empty. They stay while it is written: what is below must not move. */
export function BeginWith({ onOpen }: { readonly onOpen: (tool: ToolName) => void }) {
  const { state } = useEditorStore()
  const [isFresh] = useState(() => {
    const { base, form } = state.getState()
    return base === null && form.titulo === '' && withoutBlank(form, () => false).secciones.length === 0
  })
  if (!isFresh) return null
  return (
    <p className={`r-middle r-soft ${styles['begin']}`}>
      <span>
        <Trans>Or begin with:</Trans>
      </span>
      <Button
        variant="subtle"
        leftSection={<IconForms size={20} aria-hidden="true" />}
        onClick={() => onOpen('gallery')}
      >
        <Trans>Ready-made forms</Trans>
      </Button>
      <Button
        variant="subtle"
        leftSection={<IconFileImport size={20} aria-hidden="true" />}
        onClick={() => onOpen('import')}
      >
        <Trans>A file</Trans>
      </Button>
    </p>
  )
}
