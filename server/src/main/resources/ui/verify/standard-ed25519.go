package webhooks

import (
	"crypto/ed25519"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"
)

func IsGenuine(whpk string, headers http.Header, body []byte) bool {
	stamp := headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(whpk, "whpk_"))
	if err != nil || len(key) != ed25519.PublicKeySize {
		return false
	}
	signed := append([]byte(headers.Get("webhook-id")+"."+stamp+"."), body...)
	for _, entry := range strings.Fields(headers.Get("webhook-signature")) {
		given, found := strings.CutPrefix(entry, "v1a,")
		signature, err := base64.StdEncoding.DecodeString(given)
		if found && err == nil && ed25519.Verify(key, signed, signature) {
			return true
		}
	}
	return false
}
