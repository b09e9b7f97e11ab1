import { memo, useReducer, useState, type Dispatch } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expose } from '../../spine/pages/drain-page.ts'

/**
 * A plain implementation of a form: one reducer for all values, a memoised component per question, everything on the
 * page. It has no draft, conditions, rows or files, so it shows the minimum cost of a form with these questions.
 */

type Kind = 'text' | 'number' | 'single' | 'several' | 'yes-no'
type Asked = { readonly id: string; readonly title: string; readonly kind: Kind }
type Form = { readonly options: readonly string[]; readonly sections: readonly (readonly Asked[])[] }
type Values = Readonly<Record<string, string | readonly string[]>>
type Change = { readonly id: string; readonly value: string | readonly string[] }

const reduce = (values: Values, { id, value }: Change): Values => ({ ...values, [id]: value })

type Props = {
  readonly asked: Asked
  readonly value: string | readonly string[] | undefined
  readonly isMissing: boolean
  readonly options: readonly string[]
  readonly change: Dispatch<Change>
}
const Question = memo(function Question({ asked, value = '', isMissing, options, change }: Props) {
  const { id, title, kind } = asked
  const offered = kind === 'yes-no' ? ['Yes', 'No'] : options
  const all = Array.isArray(value) ? (value as readonly string[]) : []
  return (
    <fieldset data-question={id}>
      <legend>{title} *</legend>
      {kind === 'text' || kind === 'number' ? (
        <input
          aria-label={title}
          inputMode={kind === 'number' ? 'numeric' : 'text'}
          value={String(value)}
          onChange={(event) => change({ id, value: event.currentTarget.value })}
        />
      ) : (
        offered.map((option) => (
          <label key={option}>
            <input
              type={kind === 'several' ? 'checkbox' : 'radio'}
              name={id}
              checked={kind === 'several' ? all.includes(option) : value === option}
              onChange={(event) => {
                if (kind !== 'several') return change({ id, value: option })
                change({
                  id,
                  value: event.currentTarget.checked ? [...all, option] : all.filter((one) => one !== option),
                })
              }}
            />
            {option}
          </label>
        ))
      )}
      {isMissing && <p role="alert">This question is required</p>}
    </fieldset>
  )
})

function Page({ form }: { readonly form: Form }) {
  const [values, change] = useReducer(reduce, {})
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set())
  const check = (): void =>
    setMissing(new Set(form.sections.flat().flatMap(({ id }) => ((values[id] ?? '').length === 0 ? [id] : []))))
  return (
    <main>
      {form.sections.map((questions, at) => (
        <section key={at}>
          <h2>Sección {at + 1}</h2>
          {questions.map((asked) => (
            <Question
              key={asked.id}
              asked={asked}
              value={values[asked.id]}
              isMissing={missing.has(asked.id)}
              options={form.options}
              change={change}
            />
          ))}
        </section>
      ))}
      <footer style={{ position: 'fixed', bottom: 0 }}>
        <button id="save" onClick={check}>
          Save
        </button>
        <output id="missing">{missing.size > 0 ? `${missing.size} missing` : ''}</output>
      </footer>
    </main>
  )
}

const root = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'root' }))
const button = document.body.appendChild(
  Object.assign(document.createElement('button'), { id: 'open', textContent: 'Open' }),
)
button.style.cssText = 'position: fixed; inset: 0 0 auto auto; z-index: 1000'
let mounted: ReturnType<typeof createRoot> | undefined
let form: Form = { options: [], sections: [] }

button.addEventListener('click', () => {
  mounted = createRoot(root)
  const into = mounted
  flushSync(() => into.render(<Page form={form} />))
})

expose({
  /** Prepares the form that the next click on the button opens, and closes the open one. */
  async prepare(next: Form): Promise<void> {
    mounted?.unmount()
    mounted = undefined
    form = next
  },
})
