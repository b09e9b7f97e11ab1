/** Restrictions of editing a template that has answers (part 2, point 4). */
export type EditingLocks = {
  /** nothing may be changed, except the fields that `withoutSale` in check-locks.ts removes */
  readonly everything: boolean
  /**
   * sections, conditions, questions and items of combined questions may not be added, removed, moved or change type,
   * and signatures may not be removed or moved; contents may be edited
   */
  readonly structure: boolean
  /** states may not be added, removed, moved or made initial; names and transitions may be edited */
  readonly states: boolean
  /** charge, prices and ticket sale may not be changed; answers never cause this restriction */
  readonly sale: boolean
}

/**
 * Returns the editing restrictions of a template:
 *
 * | answers | editableForm | may be changed |
 * |---|---|---|
 * | none | either | everything |
 * | some | on | contents of existing elements |
 * | some | off | charge, prices, ticket sale and retention period |
 *
 * @param template `answers`: their number; `editableForm`: the option as stored, not as edited
 */
export function computeEditingLocks({
  answers,
  editableForm,
}: {
  readonly answers: number
  readonly editableForm: boolean
}): EditingLocks {
  const answered = answers > 0
  return { everything: answered && !editableForm, structure: answered, states: answered, sale: false }
}

/** Restrictions of a template without answers. */
export const NO_LOCKS: EditingLocks = { everything: false, structure: false, states: false, sale: false }
