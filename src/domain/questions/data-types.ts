import { DATA_TYPE } from '../documents/index.ts'
import type { DataCodec, DataType } from './codec.ts'
import { dateCodec } from './data-types/date.ts'
import { decimalCodec } from './data-types/decimal.ts'
import { integerCodec } from './data-types/integer.ts'
import { linkCodec } from './data-types/link.ts'
import { stringCodec } from './data-types/string.ts'
import { timeCodec } from './data-types/time.ts'
import { titleCodec } from './data-types/title.ts'

/** One codec per data type: a new one does not compile until it has its file. */
const DATA_CODECS: Readonly<Record<DataType, DataCodec>> = {
  [DATA_TYPE.STRING]: stringCodec,
  [DATA_TYPE.NUMBER]: integerCodec,
  [DATA_TYPE.DECIMAL]: decimalCodec,
  [DATA_TYPE.DATE]: dateCodec,
  [DATA_TYPE.TIME]: timeCodec,
  [DATA_TYPE.LINK]: linkCodec,
  [DATA_TYPE.TITLE]: titleCodec,
}

/** How text typed into an open question of this data type is read, kept and written. */
export function dataCodecFor(type: DataType): DataCodec {
  return DATA_CODECS[type]
}
