import type { ReactNode } from 'react'
import { LoadablePart, type LoadableTexts } from '../requests/loadable-part.tsx'
import type { Loadable } from '../requests/use-endpoint-data.ts'
import { Page, type PageProps } from './page.tsx'

type RecordScreenProps<T> = LoadableTexts & {
  readonly loadable: Loadable<T>
  readonly retry: () => void
  /** kind of record, shown while it is loading */
  readonly name: string
  readonly back?: ReactNode
  /** title of the record, and content next to it */
  readonly head: (record: T) => Pick<PageProps, 'title' | 'subtitle' | 'actions'>
  readonly children: (record: T) => ReactNode
  /** `full` for a record with columns */
  readonly width?: PageProps['width']
}

/** The frame of a record's page. Shows the record, or why there is none. */
export function RecordScreen<T>({ name, back, head, children, width = 'narrow', ...asking }: RecordScreenProps<T>) {
  const { loadable } = asking
  return (
    <Page width={width} back={back} {...(loadable.kind === 'here' ? head(loadable.value) : { title: name })}>
      <LoadablePart {...asking}>{children}</LoadablePart>
    </Page>
  )
}
