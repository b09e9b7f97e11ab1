import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '#ui/index.ts'
import styles from './steps.module.css'

/** Lists the keys of an answers list. */
export function ListShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const control = t({ message: 'Ctrl', comment: 'key on the keyboard' })
  const alt = t({ message: 'Alt', comment: 'key on the keyboard' })
  const keys: readonly (readonly [keys: string, what: string])[] = [
    ['/', t`Search the list`],
    ['↑ ↓', t`Move through the rows`],
    ['Enter', t`Open the answer of the row`],
    ['Esc', t`Close the answer`],
    ['J', t`Next answer, while one is open`],
    ['K', t`Previous answer, while one is open`],
    [`${alt} + ↑ ↓`, t`Previous or next answer, from anywhere`],
    ['U', t`Undo the last decision`],
    [`${control} + K`, t`Search in the whole app`],
    ['?', t`Show these keys`],
  ]
  return (
    <Dialog opened onClose={onClose} title={t`Keyboard shortcuts`}>
      <p className="r-soft">
        <Trans>
          These keys work while the focus is in the list or in the answer beside it: press Tab until a row has the
          focus. While an answer is open, the buttons of its next states show their keys.
        </Trans>
      </p>
      <dl className={styles['keys']}>
        {keys.map(([key, what]) => (
          <div key={what}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
