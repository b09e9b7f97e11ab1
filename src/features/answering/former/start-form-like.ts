import { type AnswerValues, type Former, progressOfSection, startLike, withoutStart } from '#domain/answering/index.ts'
import { offerUndo } from '../form/form-actions.ts'
import type { FormStore } from '../form/form-store.ts'

/** Takes over what may be of an answer of before, in one step that can be taken back as one. */
export function startFormLike(form: FormStore, former: Former): void {
  const before = form.state.getState().content
  const { content: started, filled } = startLike(form.template, before, former)
  if (filled === 0) return
  putContent(form, started)
  offerUndo(form, {
    what: { kind: 'start', answers: filled },
    run: () => putContent(form, withoutStart(form.state.getState().content, before, started)),
  })
}

/** Changes many sections at once, so all of them are counted again. */
function putContent({ template, state }: FormStore, content: AnswerValues): void {
  const progress = template.secciones.map((section) => [section.orden, progressOfSection(section, content)])
  state.setState({ content, progress: Object.fromEntries(progress) })
}
