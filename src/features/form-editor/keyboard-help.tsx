import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '#ui/index.ts'
import styles from './form-editor.module.css'

/** Lists the keyboard shortcuts of the editor. */
export function KeyboardHelp({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const control = t({ message: 'Ctrl', comment: 'key on the keyboard' })
  const shift = t({ message: 'Shift', comment: 'key on the keyboard' })
  const alt = t({ message: 'Alt', comment: 'key on the keyboard' })
  const keys: readonly (readonly [combination: string, what: string])[] = [
    [`${control} + Z`, t`Undo`],
    [`${control} + ${shift} + Z`, t`Redo`],
    [`${control} + S`, t`Save draft`],
    [`${control} + K`, t`Search in the form`],
    ['Enter', t`In the title of the form: go to the first section`],
    ['Enter', t`In a question or an option: go to the next one`],
    ['Enter', t`In an empty question at the end of a section: start a new section`],
    ['*', t`At the end of a question: make it required`],
    [`${shift} + Enter`, t`In a question: a new line`],
    [`${alt} + ↑ ↓`, t`Move the question, section, condition or option that has the focus`],
    ['↑ ↓', t`Same, with the focus on its drag handle`],
  ]
  return (
    <Dialog opened onClose={onClose} title={t`Keyboard shortcuts`}>
      <p className={`r-soft ${styles['help']}`}>
        <Trans>On a Mac, use ⌘ instead of Ctrl and ⌥ instead of Alt.</Trans>
      </p>
      <dl className={`r-column r-gap-0 ${styles['keys']}`}>
        {keys.map(([combination, what]) => (
          <div key={what}>
            <dt>
              <kbd>{combination}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
