// Package rules are the parameters of a purchase of machines: what operators can
// change, and the terms that follow.
package rules

import (
	"errors"

	"etld/internal/base/money"
	"etld/internal/core/param"
	"etld/internal/features/machine/offer"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/sqldb"
)

// The parameters of a purchase, which are copied into the machine's terms.
var (
	feeNew        = param.NewRatio("machine.fee_new", money.Percent(500), param.WorseHigher)
	feeRepurchase = param.NewRatio("machine.fee_repurchase", money.Percent(100), param.WorseHigher)
	shareDiamond  = param.NewRatio("machine.share_diamond", money.Percent(40), param.WorseLower)
	shareStar     = param.NewRatio("machine.share_star", money.Percent(60), param.WorseLower)
	shareKing     = param.NewRatio("machine.share_king", money.Percent(100), param.WorseLower)
	shareLevel    = param.NewRatio("machine.share_level", money.Percent(50), param.WorseLower)
	shareReferral = param.NewRatio("machine.share_referral", money.Percent(150), param.WorseLower)
	creditDays    = param.NewInteger("machine.credit_days", 90, param.WorseLower)
	exitAfterDays = param.NewInteger("machine.exit_after_days", 15, param.WorseHigher)
)

// Parameters lists what an operator can change here.
func Parameters() []param.Defined {
	return append([]param.Defined{feeNew, feeRepurchase, shareDiamond, shareStar, shareKing, shareLevel, shareReferral,
		creditDays, exitAfterDays}, payrun.Parameters()...)
}

// ErrSharesAboveFee refuses a configuration that would give away more than a
// purchase pays.
var ErrSharesAboveFee = errors.New("the shares of the service fee add up to more than the fee")

// SharesWithinFee is the rule across the parameters.
func SharesWithinFee(v param.Values) error {
	var sum money.Ratio
	for _, share := range []param.Ratio{shareDiamond, shareStar, shareKing, shareLevel, shareReferral} {
		sum += share.In(v)
	}
	if sum > feeNew.In(v) {
		return ErrSharesAboveFee
	}
	return nil
}

// TermsOf are the terms under which a product is sold now.
func TermsOf(tx sqldb.Command, p offer.Product) (offer.Terms, error) {
	rules, err := now(tx)
	return p.Terms(rules), err
}

// now are the parameters in effect.
func now(tx sqldb.Command) (offer.Rules, error) {
	v, err := param.AsOf(tx, tx.Now())
	return offer.Rules{FeeNew: feeNew.In(v), FeeRepurchase: feeRepurchase.In(v), CreditDays: creditDays.In(v), ExitAfterDays: exitAfterDays.In(v),
		Shares: offer.Shares{Diamond: shareDiamond.In(v), Star: shareStar.In(v), King: shareKing.In(v), Level: shareLevel.In(v), Referral: shareReferral.In(v)}}, err
}

// DividendParameters are the parameters that DividendShares reads, in its order.
func DividendParameters() []param.Defined { return []param.Defined{shareDiamond, shareStar, shareKing} }

// LevelParameter is the share of the new part that fills the pool of level rewards.
func LevelParameter() param.Ratio { return shareLevel }

// DividendShares are the shares of the new part that can be promised to the pools
// of nodes: one that is to fall is promised as what it falls to.
func DividendShares(tx sqldb.Command) (diamond, star, king money.Ratio, err error) {
	for target, share := range map[*money.Ratio]param.Ratio{&diamond: shareDiamond, &star: shareStar, &king: shareKing} {
		if *target, err = share.LeastFrom(tx, tx.Now()); err != nil {
			return 0, 0, 0, err
		}
	}
	return diamond, star, king, nil
}
