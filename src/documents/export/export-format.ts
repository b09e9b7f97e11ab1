/** What a file of answers may be. */
export const EXPORT_FORMATS = ['xlsx', 'csv', 'geojson', 'kml'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
