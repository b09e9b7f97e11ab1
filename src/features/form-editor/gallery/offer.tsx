import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { Banner } from '#ui/index.ts'
import { useEditor } from '../store/editor-context.tsx'

/** Above a new form in which nothing stands yet. */
export function GalleryOffer({ onOpen }: { readonly onOpen: () => void }) {
  const isEmpty = useEditor(({ base, form }) => base === null && form.titulo === '' && form.secciones.length === 0)
  if (!isEmpty) return null
  return (
    <Banner
      tone="quiet"
      action={
        <Button variant="default" onClick={onOpen}>
          <Trans>Ready-made forms</Trans>
        </Button>
      }
    >
      <Trans>Begin with one of ten forms that municipalities use, or with an empty one.</Trans>
    </Banner>
  )
}
