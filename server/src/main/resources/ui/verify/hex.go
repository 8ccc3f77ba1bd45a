package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"
)

func IsGenuine(secret string, headers http.Header, body []byte) bool {
	stamp := headers.Get("X-Webhook-Timestamp")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(stamp + "."))
	mac.Write(body)
	wanted := "v1=" + hex.EncodeToString(mac.Sum(nil))
	for _, entry := range strings.Split(headers.Get("X-Webhook-Signature"), ",") {
		if hmac.Equal([]byte(entry), []byte(wanted)) {
			return true
		}
	}
	return false
}
