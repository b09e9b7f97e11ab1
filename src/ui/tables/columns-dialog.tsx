import { useState } from 'react'
import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazyPart } from '../page/lazy-part.tsx'
import type { ChosenColumn, ColumnChoice } from '../page/list-table.tsx'
import styles from './arranged-table.module.css'

/** Loaded on demand, as few users rearrange tables. */
const FormDialog = lazyPart(async () => (await import('../dialogs/form-dialog.tsx')).FormDialog)

type Shares = Readonly<Record<string, number>>

type ColumnsDialogProps = {
  /** the columns in their order, without the actions */
  readonly columns: readonly ChosenColumn[]
  readonly shares: Shares
  readonly choice: ColumnChoice | undefined
  readonly onSave: (change: { readonly order: readonly string[]; readonly shares: Shares }) => void
  readonly onReset: () => void
  readonly onClose: () => void
}

/** Dialog for choice, order and widths of columns, which can be used without a pointer. */
export function ColumnsDialog({ columns, choice, onSave, onReset, onClose, ...before }: ColumnsDialogProps) {
  const { t } = useLingui()
  const [shares, setShares] = useState(before.shares)
  const [shown, setShown] = useState(columns)
  const [chosen, setChosen] = useState(() => choice?.chosen ?? [])
  const [moved, setMoved] = useState('')
  /** values: percent of the table's width */
  const widths = [
    { value: '', label: t({ message: 'Automatic', context: 'width' }) },
    { value: '10', label: t({ message: 'Narrow', context: 'width' }) },
    { value: '20', label: t({ message: 'Medium', context: 'width' }) },
    { value: '35', label: t({ message: 'Wide', context: 'width' }) },
  ]

  function move(column: ChosenColumn, index: number): void {
    setShown(shown.filter((item) => item !== column).toSpliced(index, 0, column))
    const [{ head }, position, count] = [column, index + 1, shown.length]
    setMoved(t`${head}: column ${position} of ${count}`)
  }

  function toggle(column: ChosenColumn): void {
    const others = chosen.filter((key) => key !== column.key)
    const isAdded = others.length === chosen.length
    setChosen(isAdded ? [...chosen, column.key] : others)
    const last = shown.findLastIndex(({ key }) => key === choice?.after || chosen.includes(key))
    setShown(isAdded ? shown.toSpliced(last + 1, 0, column) : shown.filter(({ key }) => key !== column.key))
  }

  return (
    <FormDialog
      title={choice === undefined ? t`Arrange columns` : t`Columns`}
      submit={<Trans>Save</Trans>}
      onSubmit={() => {
        onSave({ order: shown.map(({ key }) => key), shares })
        choice?.choose(chosen)
        onClose()
      }}
      onClose={onClose}
    >
      <Group gap="0 16px" justify="space-between">
        <p className="r-soft">
          <Trans>The order and widths are kept for your account on this device.</Trans>
        </p>
        <Button
          variant="subtle"
          className={styles['reset'] ?? ''}
          onClick={() => {
            onReset()
            choice?.choose([])
            onClose()
          }}
        >
          <Trans>Reset</Trans>
        </Button>
      </Group>
      <div className={`r-grid r-gap-24 r-top ${styles['parts']}`}>
        {choice?.picker(chosen, toggle)}
        <ol className="r-plain r-column r-gap-4">
          {shown.map((column, index) => {
            const { head, key } = column
            return (
              <li key={key} className="r-line r-middle r-target r-gap-8">
                <span className="r-grow r-yields">{head}</span>
                <NativeSelect
                  className={styles['width'] ?? ''}
                  aria-label={t`Width of ${head}`}
                  value={String(shares[key] ?? '')}
                  onChange={({ currentTarget: { value } }) => {
                    const { [key]: _, ...others } = shares
                    setShares(value === '' ? others : { ...others, [key]: Number(value) })
                  }}
                  data={widths}
                />
                {index === 0 ? (
                  // The first column names the row, so it cannot be moved.
                  <span className={`r-soft r-small ${styles['first']}`}>
                    <Trans context="column">First</Trans>
                  </span>
                ) : (
                  <>
                    <MoveButton isUp head={head} isLast={index === 1} onClick={() => move(column, index - 1)} />
                    <MoveButton
                      head={head}
                      isLast={index === shown.length - 1}
                      onClick={() => move(column, index + 1)}
                    />
                  </>
                )}
              </li>
            )
          })}
        </ol>
      </div>
      <p className="r-hidden" role="status">
        {moved}
      </p>
    </FormDialog>
  )
}

type MoveButtonProps = {
  readonly head: string
  readonly isUp?: boolean
  /** whether the column cannot move further; the button keeps the focus */
  readonly isLast: boolean
  readonly onClick: () => void
}

function MoveButton({ head, isUp = false, isLast, onClick }: MoveButtonProps) {
  const { t } = useLingui()
  const Arrow = isUp ? IconArrowUp : IconArrowDown
  return (
    <ActionIcon
      variant="subtle"
      size="var(--r-target)"
      className={styles['move'] ?? ''}
      aria-label={isUp ? t`Move ${head} up` : t`Move ${head} down`}
      aria-disabled={isLast}
      data-disabled={isLast}
      onClick={({ currentTarget }) => {
        if (isLast) return
        onClick()
        // The browser drops the focus of an element that is moved.
        requestAnimationFrame(() => currentTarget.focus())
      }}
    >
      <Arrow size={18} aria-hidden="true" />
    </ActionIcon>
  )
}
