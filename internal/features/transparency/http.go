package transparency

import (
	"context"

	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// linesPage bounds the lines of one answer: eight hours of them.
const linesPage = 96

// tag groups the calls in the documentation.
const tag = "transparency"

type reservesIn struct {
	From int64 `query:"from" optional:"true" minimum:"1" doc:"Number of the first line of the log to answer with, at most 96 of them; without it, none"`
}

// Register adds the calls that anybody may make.
func (s *Service) Register(api *httpapi.API) {
	registerHeads(api)
	httpapi.Read(api, httpapi.Op{Path: "/api/open/reserves", Tag: tag, Public: true,
		Summary: "What is owed and what is there, as the newest check of the books added it up; the log of all checks"},
		func(ctx context.Context, _ httpapi.Caller, in reservesIn) (Reserves, error) {
			r, err := view(ctx, s, &s.newest, newestReserves)
			if err != nil || in.From == 0 {
				return r, err
			}
			err = s.DB.View(ctx, func(tx *sqldb.Tx) error {
				r.Lines, err = linesFrom(tx, in.From, linesPage)
				return err
			})
			return r, err
		})
	httpapi.Read(api, httpapi.Op{Path: "/api/open/pools", Tag: tag, Public: true,
		Summary: "What became of the money: pools and who funded them, fees and what was paid, the game, withdrawals"},
		func(ctx context.Context, _ httpapi.Caller, _ httpapi.None) (Figures, error) {
			return view(ctx, s, &s.figures, s.figuresIn)
		})
	httpapi.Read(api, httpapi.Op{Path: "/api/open/changelog", Tag: tag, Public: true,
		Summary: "What changed and what went wrong: parameters, incidents, what stands still, the newest links of the hash chains"},
		func(ctx context.Context, _ httpapi.Caller, _ httpapi.None) (Changelog, error) {
			return view(ctx, s, &s.changes, s.changelogIn)
		})
}
