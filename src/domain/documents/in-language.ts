type Fields = { readonly [field: string]: unknown }

/** A text of a form in the reader's language where the form carries it (`tituloAlternativeLanguage_pt`), else as it was written. */
export function inLanguage<F extends string>(
  document: { readonly [K in F]?: string | undefined },
  field: F,
  language: string,
): string {
  const alternative = (document as Fields)[`${field}AlternativeLanguage_${language}`]
  return typeof alternative === 'string' && alternative !== '' ? alternative : (document[field] ?? '')
}
