package vectors_test

import (
	"encoding/json"
	"os"
	"testing"

	"etld/internal/base/money"
	"etld/internal/features/machine/earning"
)

// counting is what the app counts on by itself between two answers, and what the server says or posts afterwards.
type counting struct {
	Interest []struct {
		Total    money.Amount
		TermDays int64
		// Posted is what each day of the term pays.
		Posted []money.Amount
	}
	Output []struct {
		Rate money.Amount
		// Machines ran so many seconds of the day at the first answer.
		Machines []struct{ Power, Seconds int64 }
		// Said is what the server says so many seconds after it.
		Said []struct {
			After  int64
			Amount money.Amount
		}
	}
}

func TestCountingIsTheVector(t *testing.T) {
	raw, err := os.ReadFile("counting.json")
	if err != nil {
		t.Fatal(err)
	}
	var file counting
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Interest) == 0 || len(file.Output) == 0 {
		t.Fatal("the file holds too little")
	}
	for _, v := range file.Interest {
		if int64(len(v.Posted)) != v.TermDays {
			t.Errorf("%s in %d days are %d payments", v.Total, v.TermDays, len(v.Posted))
		}
		for i, posted := range v.Posted {
			if got := earning.InterestOfDay(v.Total, v.TermDays, int64(i+1)); got != posted {
				t.Errorf("day %d of %d of %s pays %s instead of %s", i+1, v.TermDays, v.Total, got, posted)
			}
		}
	}
	for _, v := range file.Output {
		for _, said := range v.Said {
			var got money.Amount
			for _, m := range v.Machines {
				got += earning.OutputOf(v.Rate, m.Power, m.Seconds+said.After)
			}
			if got != said.Amount {
				t.Errorf("%s for %+v after %d s is %s instead of %s", v.Rate, v.Machines, said.After, got, said.Amount)
			}
		}
	}
}
