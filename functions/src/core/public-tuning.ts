const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MB = 1024 * 1024

/** What the public, who has no account, may ask of the server, and how fast. */
export const PUBLIC_TUNING = {
  /** answers of the public from one network address, to one form and to all: so many at once, and then one in each interval */
  publicBurstPerForm: 30,
  publicIntervalPerForm: 10 * SECOND,
  publicBurstPerAddress: 60,
  publicIntervalPerAddress: 5 * SECOND,
  /** zero bits of a puzzle, and for how long it is good */
  proofBits: 15,
  proofLife: 2 * MINUTE,
  /** files of the public, in units of bytes, from one network address and for one form: so many at once, and then one in each interval */
  publicFilesStretch: 256 * 1024,
  publicFilesBurstPerAddress: 800,
  publicFilesIntervalPerAddress: 2 * SECOND,
  publicFilesBurstPerForm: 4_000,
  publicFilesIntervalPerForm: SECOND / 4,
  /** of what a form takes, one network (of IPv6 the /48) has at most this part */
  publicFilesShare: 1 / 4,
  /** what is announced and does not come for so long is given back */
  publicFileSilence: 30 * SECOND,
  /** a file of the public that no answer names goes after so long, and what one address may have sent so, bytes and files. Its oldest go. */
  publicFileLife: 6 * HOUR,
  publicUnnamedBytes: 256 * MB,
  publicUnnamedFiles: 500,
  /** codes for the booking page that one network address is given */
  bookingBurst: 30,
  bookingInterval: 10 * SECOND,
  /** codes of records that are tried and name none, from one network address, and of one record from all: so many at once, and then one in each interval */
  recordBurst: 10,
  recordInterval: 5 * MINUTE,
  recordBurstEverywhere: 60,
  recordIntervalEverywhere: 5 * MINUTE,
  /** the same of the records of one municipality, and of all: beyond it a puzzle is asked for */
  recordBurstPerKey: 200,
  recordIntervalPerKey: 2 * MINUTE,
  recordBurstOfAll: 500,
  recordIntervalOfAll: MINUTE,
  /** the same of references, of which one names any record of the installation */
  referenceBurst: 100,
  referenceInterval: 20 * MINUTE,
  /** states of answers that are looked up, right codes or wrong, from one network address, of one form, and of all: so many at once, and then one in each interval */
  statusBurst: 20,
  statusInterval: 30 * SECOND,
  statusBurstPerForm: 300,
  statusIntervalPerForm: 10 * SECOND,
  statusBurstOfAll: 2_000,
  statusIntervalOfAll: SECOND / 2,
  /** looks at answers nearby, from one network address and of one form: so many at once, and then one in each interval */
  nearbyBurst: 20,
  nearbyInterval: 30 * SECOND,
  nearbyBurstPerForm: 300,
  nearbyIntervalPerForm: 10 * SECOND,
  /** places in unpaid orders of one network address: so many at once, and then one in each interval; what is paid, or free again, counts no more */
  publicPlacesBurst: 60,
  publicPlacesInterval: 10 * MINUTE,
  /** records that one network address is given */
  publicPdfBurst: 20,
  publicPdfInterval: 10 * SECOND,
  /** an answer counts once for each so many characters that it comes to when it is composed: a push of a few bytes may ask for megabytes */
  publicCharactersPerAnswer: 128 * 1024,
  /** public forms and pages about them, of one network address and of all together: so many at once, and then one in each interval */
  publicPagesBurst: 240,
  publicPagesInterval: SECOND / 2,
  publicPagesBurstOfAll: 4_000,
  publicPagesIntervalOfAll: SECOND / 100,
  /** tiles, of one network address of the public; and those that its provider is asked for, of one form and of all forms of a municipality: so many at once, and then one in each interval */
  publicTilesBurstPerAddress: 600,
  publicTilesIntervalPerAddress: SECOND / 10,
  publicTilesBurstPerForm: 6_000,
  publicTilesIntervalPerForm: SECOND,
  publicTilesBurstPerMunicipality: 12_000,
  publicTilesIntervalPerMunicipality: SECOND / 4,
  /** tiles that the public waits for at the same time, of all forms: a provider that does not answer leaves lines to everybody else */
  publicTilesUnderWay: 500,
  /** the public's questions to the geocoder, which costs money: of one network address, of one form some thousand a day, and of all forms of a municipality, of which there may be hundreds */
  publicGeocodeBurstPerAddress: 20,
  publicGeocodeIntervalPerAddress: 20 * SECOND,
  publicGeocodeBurstPerForm: 1_000,
  publicGeocodeIntervalPerForm: DAY / 1_000,
  publicGeocodeBurstPerMunicipality: 5_000,
  publicGeocodeIntervalPerMunicipality: DAY / 5_000,
}
