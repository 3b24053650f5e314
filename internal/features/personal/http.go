package personal

import "etld/internal/infra/httpapi"

const tag = "personal"

// Register adds the calls.
func Register(api *httpapi.API) {
	httpapi.Export(api, httpapi.Op{Path: "/api/user/exportData", Tag: tag, Summary: "Everything that is held about the caller, as one document"})
}
