/**
 * Guards that only save time, so that no test can notice them. Each has a reason: the list must not hide a missing
 * test.
 */
export const SHORT_CUTS: readonly { readonly file: string; readonly condition: string; readonly because: string }[] = [
  {
    file: 'functions/src/core/jobs/find-held.ts',
    condition: '!parsed.success',
    because: 'what is no id is the id of nothing, and under that nothing is held',
  },
  {
    file: 'functions/src/core/sync/cursor.ts',
    condition: 'json === undefined',
    because: 'nothing is no JSON either, and is read as no cursor two lines later',
  },
  {
    file: 'src/domain/corrections/place-fields.ts',
    condition: 'place === undefined',
    because: 'a mistake of ours, which throws a few lines later, too',
  },
  {
    file: 'src/domain/jobs/judge/with-jobs.ts',
    condition: 'effects.size === 0',
    because: 'without effects each answer sets off none of them',
  },
  {
    file: 'src/domain/templates/comparing/parts.ts',
    condition: 'part === undefined',
    because: 'a mistake of ours, which throws a line later, too',
  },
  { file: 'src/local/templates.ts', condition: 'ids.size === 0', because: 'no ids find no rows' },
]
