/** What may not be done to a template because it has answers (part 2, point 4). */
export type EditingLocks = {
  /** nothing may be changed at all */
  readonly everything: boolean
  /**
   * no section, condition, question or item is added, removed, moved or retyped, no signature removed or moved; their
   * content may be edited
   */
  readonly structure: boolean
  /** no state may be added, removed or made the initial one; names and transitions may be edited */
  readonly states: boolean
  /** what is sold, where, when and at which prices may not be changed; answers never lock it */
  readonly sale: boolean
}

/**
 * | answers | editableForm | may be changed |
 * |---|---|---|
 * | none | either | everything |
 * | some | on | the content of what is there |
 * | some | off | what is sold, where, when and at which prices |
 *
 * @param template `answers`: how many it has; `editableForm`: the option as it is stored, not as it was just switched
 */
export function editingLocks({
  answers,
  editableForm,
}: {
  readonly answers: number
  readonly editableForm: boolean
}): EditingLocks {
  const answered = answers > 0
  return { everything: answered && !editableForm, structure: answered, states: answered, sale: false }
}

/** Of a template without answers. */
export const NO_LOCKS: EditingLocks = { everything: false, structure: false, states: false, sale: false }
