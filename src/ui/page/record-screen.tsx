import type { ReactNode } from 'react'
import { AskedPart, type AskedWords } from '../asking/asked-part.tsx'
import type { Asked } from '../asking/use-asked.ts'
import { Page, type PageProps } from './page.tsx'

type RecordScreenProps<T> = AskedWords & {
  readonly asked: Asked<T>
  readonly again: () => void
  /** the kind of thing, while nothing more is known of it */
  readonly name: string
  readonly back?: ReactNode
  /** its own title, and what stands beside it */
  readonly head: (record: T) => Pick<PageProps, 'title' | 'subtitle' | 'actions'>
  readonly children: (record: T) => ReactNode
  /** `full` for one that stands in columns where there is room */
  readonly width?: PageProps['width']
}

/** The frame of one thing that is read from its top to its end, and of each state that asking for it can be in. */
export function RecordScreen<T>({ name, back, head, children, width = 'narrow', ...asking }: RecordScreenProps<T>) {
  const { asked } = asking
  return (
    <Page width={width} back={back} {...(asked.kind === 'here' ? head(asked.value) : { title: name })}>
      <AskedPart {...asking}>{children}</AskedPart>
    </Page>
  )
}
