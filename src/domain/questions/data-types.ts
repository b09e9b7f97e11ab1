import { DATA_TYPE } from './documents.ts'
import type { Answerable, DataCodec, DataType } from './codec.ts'
import { dateCodec } from './data-types/date.ts'
import { decimalCodec } from './data-types/decimal.ts'
import { integerCodec } from './data-types/integer.ts'
import { linkCodec } from './data-types/link.ts'
import { allowNegatives } from './data-types/signed.ts'
import { stringCodec } from './data-types/string.ts'
import { timeCodec } from './data-types/time.ts'
import { titleCodec } from './data-types/title.ts'

/** Codecs by data type; TypeScript reports a missing one. */
const DATA_CODECS: Readonly<Record<DataType, DataCodec>> = {
  [DATA_TYPE.STRING]: stringCodec,
  [DATA_TYPE.NUMBER]: integerCodec,
  [DATA_TYPE.DECIMAL]: decimalCodec,
  [DATA_TYPE.DATE]: dateCodec,
  [DATA_TYPE.TIME]: timeCodec,
  [DATA_TYPE.LINK]: linkCodec,
  [DATA_TYPE.TITLE]: titleCodec,
}

/** Codecs of types that may allow negative numbers. */
const SIGNED: Readonly<Partial<Record<DataType, DataCodec>>> = {
  [DATA_TYPE.NUMBER]: allowNegatives(integerCodec),
  [DATA_TYPE.DECIMAL]: allowNegatives(decimalCodec),
}

/** Returns the codec of an open question. */
export function getDataCodec(
  question: Pick<Answerable, 'tipoDato'> & { readonly permiteNegativos?: boolean | undefined },
): DataCodec {
  const { tipoDato, permiteNegativos = false } = question
  return (permiteNegativos ? SIGNED[tipoDato] : undefined) ?? DATA_CODECS[tipoDato]
}
