import { useLingui } from '@lingui/react/macro'
import { ListSkeleton, Page } from '#ui/index.ts'

/** /editar/nuevo/formulario and /editar/$id: the editor of a form. */
export function FormEditorScreen() {
  const { t } = useLingui()
  return (
    <Page title={t`Edit form`}>
      <ListSkeleton />
    </Page>
  )
}
