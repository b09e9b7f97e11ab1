import { useLingui } from '@lingui/react/macro'
import { HEADER_IMAGE_HEIGHT, HEADER_IMAGE_WIDTH, MAX_HEADER_IMAGE_BYTES } from '#domain/kernel/index.ts'
import { updateForm } from '#domain/templates/index.ts'
import { getFieldElementId } from '../../element-ids.ts'
import type { PanelProps } from '../../panel.ts'
import { Panel } from '../parts/panel.tsx'
import { useProblemAt } from '../use-problem-at.ts'
import { ImageField } from './image-field.tsx'

const MEGABYTES = MAX_HEADER_IMAGE_BYTES / 1024 / 1024

/** The image above the form, for the header image option. */
export function HeaderImagePanel({ id, form, change, locks, problems }: PanelProps) {
  const { t } = useLingui()
  const problemAt = useProblemAt(problems)
  return (
    <Panel title={t`Header image`}>
      <ImageField
        template={id}
        id={getFieldElementId('headerImageURL')}
        label={t`Header image`}
        note={t`PNG or JPEG, up to ${MEGABYTES} MB. Recommended size: ${HEADER_IMAGE_WIDTH} x ${HEADER_IMAGE_HEIGHT} px.`}
        url={form.headerImageURL}
        error={problemAt({ kind: 'field', field: 'headerImageURL' })}
        disabled={locks.everything}
        onChange={(headerImageURL) => change('header-image', (now) => updateForm(now, { headerImageURL }))}
      />
    </Panel>
  )
}
