import { useRef, type ReactNode } from 'react'
import { Button, type ButtonProps } from '@mantine/core'

type FileChooserProps = ButtonProps & {
  /** media types or extensions, separated by commas */
  readonly accept: string
  /** accessible name of the file input */
  readonly label?: string
  readonly camera?: boolean
  readonly multiple?: boolean
  readonly id?: string | undefined
  readonly 'aria-describedby'?: string
  readonly onChosen: (file: File, all: readonly File[]) => void
  readonly children: ReactNode
}

/** A button that opens a file chooser. */
export function FileChooser({
  accept,
  label,
  camera = false,
  multiple = false,
  onChosen,
  ...button
}: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="default" {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={label}
        data-chooser={button.id}
        capture={camera ? 'environment' : undefined}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Reset, so that choosing the same file again fires an event.
          currentTarget.value = ''
          const [file] = files
          if (file !== undefined) onChosen(file, files)
        }}
      />
    </>
  )
}
