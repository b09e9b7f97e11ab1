import { useState, type ReactNode } from 'react'
import { IconChevronDown } from '@tabler/icons-react'

type FoldProps = {
  readonly title: ReactNode
  readonly className?: string | undefined
  /** whether it is unfolded at first */
  readonly isOpen?: boolean
  readonly onToggle?: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** Content that the user unfolds below its title, with the app's chevron instead of the browser's triangle. */
export function Fold({ title, className, isOpen = false, onToggle, children }: FoldProps) {
  const [open, setOpen] = useState(isOpen)
  return (
    <details
      className={className}
      open={open}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        onToggle?.(currentTarget.open)
      }}
    >
      <summary className="r-line r-middle r-target">
        <IconChevronDown size={18} className="r-chevron" data-open={open} aria-hidden="true" />
        {title}
      </summary>
      {children}
    </details>
  )
}
