/** Route of a form's answers, with an optional open answer. */
export const LIST_ROUTE = '/respuestas/listado/$id/{-$respuesta}'
