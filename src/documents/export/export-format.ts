/** What a file of answers may be. */
export const EXPORT_FORMATS = ['xlsx', 'csv', 'geojson', 'kml', 'zip'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
