import type { ReaderLanguage } from './reader-language.ts'

/** Texts of a form before the app loads: the same as the app's (locales), so that taking over changes nothing. */
export type FirstWords = {
  readonly yes: string
  readonly no: string
  /** marks of a question (`markOf`) */
  readonly answer: string
  readonly attachment: string
  readonly optional: string
  readonly date: string
  readonly time: string
  readonly section: string
  readonly coming: string
  readonly withoutScript: string
  /** shown when a form has no title in the reader's language */
  readonly untranslated: string
}

export const FIRST_WORDS: Readonly<Record<ReaderLanguage, FirstWords>> = {
  en: {
    yes: 'Yes',
    no: 'No',
    answer: '* Required answer',
    attachment: '* Required attachment',
    optional: 'Optional',
    date: 'DD/MM/YYYY',
    time: 'HH:mm',
    section: 'Section 1',
    coming: 'The rest of the form is being loaded. You can begin: what you write stays.',
    withoutScript: 'To answer this form, switch JavaScript on in your browser.',
    untranslated: 'This form is as the municipality wrote it, not translated into English.',
  },
  es: {
    yes: 'Sí',
    no: 'No',
    answer: '* Respuesta requerida',
    attachment: '* Adjunto requerido',
    optional: 'Opcional',
    date: 'DD/MM/AAAA',
    time: 'HH:mm',
    section: 'Sección 1',
    coming: 'El resto del formulario se está cargando. Puede empezar: lo que escriba queda.',
    withoutScript: 'Para contestar este formulario, active JavaScript en su navegador.',
    untranslated: 'Este formulario está como lo escribió el municipio, sin traducir al español.',
  },
}
